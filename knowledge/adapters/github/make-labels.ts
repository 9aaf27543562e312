import { AssayError } from "../../errors.ts";
import type { Place } from "./github-clients.ts";
import { isMissing } from "./is-missing.ts";

/** Grey: a label that nobody chose a colour for. */
const COLOUR = "ededed";

/** Makes the labels that a repository does not have. Another process may make one meanwhile. */
export async function makeLabels({ client, owner, repo }: Place, names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      await client.request("GET /repos/{owner}/{repo}/labels/{name}", { owner, repo, name });
    } catch (error) {
      if (!isMissing(error)) throw error;
      await make({ client, owner, repo }, name);
    }
  }
}

async function make({ client, owner, repo }: Pick<Place, "client" | "owner" | "repo">, name: string) {
  try {
    await client.request("POST /repos/{owner}/{repo}/labels", { owner, repo, name, color: COLOUR });
  } catch (error) {
    const isThere =
      error instanceof AssayError &&
      error.code === "forge_refused" &&
      String(error.data.reason).includes("already_exists");
    if (!isThere) throw error;
  }
}
