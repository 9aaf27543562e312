import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Check } from "./check.ts";
import type { FailedCheck } from "./failed-check.ts";
import { readBaseChecks } from "./read-base.ts";
import { readFailedCheck } from "./read-failed-check.ts";

/** Checks that are read at a time: each holds a window of its log. */
const AT_A_TIME = 4;

/** Which checks failed where, and how far to look. */
export interface ChecksQuestion {
  readonly repository: RepositoryName;
  readonly commit: string;
  readonly failed: readonly Check[];
  /** Check runs that reported on the commit. */
  readonly reported: number;
  /** The branch that the change goes to, or null where it is not known. */
  readonly baseBranch: string | null;
  readonly compareBase: "state" | "failure";
  readonly mask: SecretMask;
}

/**
 * Reads every failed check, a few at a time, in the order in which they are given. For one that fails on the head
 * alone that is at most three requests beside those that found it: the base branch, annotations, the log.
 */
export async function readFailedChecks(
  deps: Pick<Deps, "forge" | "history">,
  question: ChecksQuestion,
): Promise<readonly FailedCheck[]> {
  const { repository, commit, failed, reported, baseBranch, compareBase, mask } = question;
  if (failed.length === 0) return [];
  const baseChecks =
    baseBranch === null ? null : await readBaseChecks(deps.forge, repository, baseBranch, failed, reported);
  const asked = { repository, commit, baseBranch, base: baseChecks, compareBase, mask };
  const read = new Array<FailedCheck>(failed.length);
  const left = failed.entries();
  const worker = async (): Promise<void> => {
    for (const [at, check] of left) read[at] = await readFailedCheck(deps, check, asked);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, failed.length) }, worker));
  return read;
}
