import { readOwners } from "../engineer/read-owners.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { findIssue } from "../telling/find-written.ts";
import { isFinalRefusal } from "../telling/is-final-refusal.ts";
import { keyIn } from "../telling/mark.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import type { FailureState } from "../watch/watch-state.ts";
import { needsPerson } from "./tell-issue.ts";

/** The issue of a triage as it stands on the forge. */
export interface WrittenIssue {
  readonly number: number;
  readonly url: string;
}

/**
 * What was written of an earlier decision, or when that can be told: by its mark, among the issues of its label,
 * whatever has become of it. Errors: those of the forge.
 */
export async function lookForIssue(
  deps: Pick<Deps, "forge" | "clock">,
  repository: RepositoryName,
  { decided, claim }: FailureState,
): Promise<
  | { readonly kind: "seen"; readonly issue: WrittenIssue | null }
  | { readonly kind: "later"; readonly until: string }
> {
  const issue = decided?.decision.issue ?? null;
  if (issue === null) return { kind: "seen", issue: null };
  const sought = { repository, key: keyIn(issue.body), begunAt: claim?.at ?? null };
  const found = await findIssue(deps, { ...sought, label: issue.labels[0] ?? "", state: "all" });
  if (found.kind === "later") return found;
  return {
    kind: "seen",
    issue: found.kind === "found" ? { number: found.number, url: found.url } : null,
  };
}

/** Stands for the files that say how CI runs: who owns them is asked where no change is suspected. */
const CI_FILE = ".github/workflows/ci.yml";

/**
 * Assigns those who own what the suspect touches, or CI, where a person is needed. What the forge does not take costs
 * nothing else; doing it again changes nothing. Errors: those of the forge that may pass.
 */
export async function assignOwners(
  deps: Pick<Deps, "forge">,
  place: { readonly repository: RepositoryName; readonly branch: string; readonly issue: number },
  { word, suspect }: Pick<TriageDecision, "word" | "suspect">,
): Promise<void> {
  if (!needsPerson(word)) return;
  const { repository, branch, issue } = place;
  const paths = async () =>
    suspect === null
      ? [CI_FILE]
      : (await deps.forge.changedFiles(repository, suspect)).map(({ path }) => path);
  try {
    const { people } = await readOwners(deps, { repository, at: branch, paths });
    if (people.length > 0) await deps.forge.assign(repository, issue, people);
  } catch (error) {
    if (!(error instanceof AssayError) || !isFinalRefusal(error)) throw error;
  }
}
