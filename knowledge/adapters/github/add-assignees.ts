import type { Place } from "./github-clients.ts";
import { loginOf } from "./login-of.ts";

/** A person's login; a team's name has a slash and cannot be assigned. */
const LOGIN = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:_[a-z\d]+)?(?:\[bot\])?$/i;

/**
 * Assigns people to an issue or a pull request and answers who was not taken: GitHub leaves out, without a word,
 * whoever it does not know or who may not see the repository.
 */
export async function addAssignees(
  { client, owner, repo }: Place,
  number: number,
  people: readonly string[],
): Promise<readonly string[]> {
  const assignees = people.filter((name) => LOGIN.test(name));
  if (assignees.length === 0) return people;
  const { data } = await client.request("POST /repos/{owner}/{repo}/issues/{issue_number}/assignees", {
    owner,
    repo,
    issue_number: number,
    assignees,
  });
  const taken = new Set((data.assignees ?? []).map((user) => loginOf(user).toLowerCase()));
  return people.filter((name) => !taken.has(name.toLowerCase()));
}
