import type { ChangeRun } from "../change/change-state.ts";
import type { Intent } from "../engineer/intent/intent.ts";
import { namedDocs } from "../engineer/intent/named-docs.ts";
import { readIntent } from "../engineer/intent/read-intent.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { Issue, RepositoryName } from "../ports/forge.ts";
import { closedIssues } from "../text/closed-issues.ts";
import type { Sight } from "./observe-change.ts";

/**
 * What the change is meant to do: the issues that it closes, the documents that those name as they stand on the base
 * branch, and the note of the person who began the run. An issue that is not there tells nothing, nor does one that
 * somebody outside of the team wrote: they could allow themselves anything. Errors: those of the forge.
 */
export async function gatherIntent(
  { forge }: Pick<Deps, "forge">,
  { change, note }: ChangeRun,
  sight: Sight,
): Promise<Intent> {
  const repository = change.repository as RepositoryName;
  const issues: Issue[] = [];
  for (const number of closedIssues(sight.change.body, repository, change.host)) {
    try {
      const issue = await forge.issue(repository, number);
      issues.push(issue.byTeam ? issue : { ...issue, body: "" });
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== "forge_missing") throw error;
    }
  }
  const paths = [...new Set(issues.flatMap(({ body }) => namedDocs(body)))];
  const docs = await Promise.all(
    paths.map(async (path) => ({ path, text: await forge.file(repository, path, sight.change.base.branch) })),
  );
  return readIntent({ issues, docs, note });
}
