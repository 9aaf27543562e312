import { type GitPlace, runGit } from "./run-git.ts";

/** What is checked out: the full name of the branch, else the commit; null where git cannot tell. */
export async function headName(place: GitPlace): Promise<string | null> {
  for (const args of [
    ["symbolic-ref", "--quiet", "HEAD"],
    ["rev-parse", "--verify", "--quiet", "HEAD"],
  ]) {
    const answer = await runGit(place, args).catch(() => null);
    if (answer?.ok) return answer.stdout.toString().trim();
  }
  return null;
}
