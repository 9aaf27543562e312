import type { Config } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { oursAmong } from "../telling/find-ours.ts";
import { keyIn } from "../telling/mark.ts";
import type { OwnIssue } from "./observed.ts";

const LABELS = ["sweep", "flaky", "triage"] as const satisfies readonly OwnIssue["label"][];

/** The role's own issues, by its labels: of a sweep all, of the others those that are open; newest first. Errors: those of the forge. */
export async function readOwnIssues(
  { forge }: Pick<Deps, "forge">,
  repository: RepositoryName,
  { labels }: Pick<Config, "labels">,
): Promise<readonly OwnIssue[]> {
  const found = new Map<number, OwnIssue>();
  for (const label of LABELS) {
    const state = label === "sweep" ? "all" : "open";
    const all = await forge.issues(repository, { labels: [labels[label]], state });
    const marked = all.filter(({ body }) => keyIn(body) !== null);
    const ours = new Set(await oursAmong({ forge }, repository, marked));
    for (const issue of all) {
      const { number, url, title, createdAt, closedAt } = issue;
      if (found.has(number)) continue;
      found.set(number, {
        number,
        url,
        title,
        label,
        state: issue.state,
        createdAt,
        closedAt,
        key: ours.has(issue) ? keyIn(issue.body) : null,
      });
    }
  }
  return [...found.values()].sort((a, b) => b.number - a.number);
}
