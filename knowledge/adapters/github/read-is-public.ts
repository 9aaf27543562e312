import type { Place } from "./github-clients.ts";

/** Whether anybody can read the repository; one that only an enterprise's members see is not public. */
export async function readIsPublic({ client, owner, repo }: Place): Promise<boolean> {
  const { data } = await client.request("GET /repos/{owner}/{repo}", { owner, repo });
  return !data.private && (data.visibility ?? "public") === "public";
}
