import { keyIn } from "../engineer/effect-key.ts";
import { isFinalRefusal } from "../engineer/is-final-refusal.ts";
import { lookAgainAt } from "../engineer/look-again.ts";
import { readOwners } from "../engineer/read-owners.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import type { FailureState } from "../watch/watch-state.ts";
import { needsPerson } from "./tell-issue.ts";

type PlannedIssue = NonNullable<TriageDecision["issue"]>;

/** The issue of a triage as it stands on the forge. */
export interface WrittenIssue {
  readonly number: number;
  readonly url: string;
}

export type IssueEnd =
  | { readonly kind: "written"; readonly issue: WrittenIssue }
  /** The forge does not take it, and will not; masked. */
  | { readonly kind: "refused"; readonly why: string };

export type FoundIssue =
  | { readonly kind: "found"; readonly issue: WrittenIssue }
  /** It may have been written a moment ago; the forge's lists tell for sure after this time. */
  | { readonly kind: "later"; readonly until: string }
  | { readonly kind: "missing" };

/**
 * Looks for the issue of a decision that somebody began to write at `begunAt` or never: by its mark, among the issues of
 * its label, whatever has become of it. Errors: those of the forge.
 */
export async function findIssue(
  { forge, clock }: Pick<Deps, "forge" | "clock">,
  repository: RepositoryName,
  { body, labels }: PlannedIssue,
  begunAt: string | null,
): Promise<FoundIssue> {
  const key = keyIn(body);
  const all = await forge.issues(repository, { labels: labels.slice(0, 1), state: "all" });
  const there = key === null ? undefined : all.find((one) => keyIn(one.body) === key);
  if (there !== undefined) return { kind: "found", issue: { number: there.number, url: there.url } };
  const until = lookAgainAt(begunAt, clock.now());
  return until === null ? { kind: "missing" } : { kind: "later", until };
}

/** What was written of an earlier decision, or when that can be told. Errors: those of the forge. */
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
  const found = await findIssue(deps, repository, issue, claim?.at ?? null);
  if (found.kind === "later") return found;
  return { kind: "seen", issue: found.kind === "found" ? found.issue : null };
}

/** Opens the issue. Errors: those of the forge that may pass; then nobody knows whether it was opened. */
export async function openIssue(
  { forge }: Pick<Deps, "forge">,
  repository: RepositoryName,
  { title, body, labels }: PlannedIssue,
  mask: SecretMask,
): Promise<IssueEnd> {
  try {
    const { number, url } = await forge.openIssue(repository, { title, body, labels });
    return { kind: "written", issue: { number, url } };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return { kind: "refused", why: maskText(error.message, mask).slice(0, 500) };
  }
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
