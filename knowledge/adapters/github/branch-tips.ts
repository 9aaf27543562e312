import { AssayError } from "../../errors.ts";
import type { ApiPull } from "./api-types.ts";
import type { Place } from "./github-clients.ts";

/**
 * Answers the commit that the base branch of a pull request stands at; each branch is asked for once. The `base.sha`
 * of a pull request is not it: that stays where it was when GitHub last looked. It is taken where the branch is gone.
 */
export function branchTips({ client, owner, repo }: Place): (pull: ApiPull) => Promise<string> {
  const tips = new Map<string, Promise<string | null>>();
  const find = async (branch: string): Promise<string | null> => {
    try {
      const ref = `heads/${branch}`;
      const { data } = await client.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { owner, repo, ref });
      return data.object.sha;
    } catch (error) {
      if (error instanceof AssayError && error.code === "forge_missing") return null;
      throw error;
    }
  };
  return async ({ base }) => {
    const tip = tips.get(base.ref) ?? find(base.ref);
    tips.set(base.ref, tip);
    return (await tip) ?? base.sha;
  };
}
