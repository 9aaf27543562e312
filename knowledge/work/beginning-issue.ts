import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange, Issue } from "../ports/forge.ts";
import { oursAmong } from "../telling/find-ours.ts";
import { keyIn } from "../telling/mark.ts";
import { closedIssues } from "../text/closed-issues.ts";

/** What is known of a change that begins. */
interface Beginning extends Pick<ForgeChange, "repository" | "body"> {
  /** The issue that a person named, or null. */
  readonly named: number | null;
}

/**
 * The issue that began a change: the one that a person names, else the first that its body closes and that is of ours,
 * by its mark or its label; null where there is none. Errors: forge_missing where what was named is not there, and
 * those of the forge.
 */
export async function beginningIssue(
  { forge }: Pick<Deps, "forge">,
  { repository, body, named }: Beginning,
  { labels, forge: { host } }: Pick<Config, "labels" | "forge">,
): Promise<number | null> {
  if (named !== null) return (await forge.issue(repository, named)).number;
  const ours = [labels.triage, labels.flaky, labels.sweep];
  for (const number of closedIssues(body, repository, host)) {
    const issue = await orMissing(forge.issue(repository, number));
    if (issue === null) continue;
    if (issue.labels.some((name) => ours.includes(name))) return number;
    const isMarked = keyIn(issue.body) !== null;
    if (isMarked && (await oursAmong({ forge }, repository, [issue])).length > 0) return number;
  }
  return null;
}

async function orMissing(read: Promise<Issue>): Promise<Issue | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AssayError && error.code === "forge_missing") return null;
    throw error;
  }
}
