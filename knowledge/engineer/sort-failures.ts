import type { FailureNote } from "../change/step-verdict.ts";
import type { FailedCheck } from "../ci/failed-check.ts";

/** A failed check with the note of whose it is. */
export interface SortedFailure {
  readonly failed: FailedCheck;
  readonly note: FailureNote;
}

/** Failed checks by whose they are, each in the order in which they came. */
export interface SortedFailures {
  readonly all: readonly SortedFailure[];
  readonly base: readonly SortedFailure[];
  readonly flake: readonly SortedFailure[];
  readonly infrastructure: readonly SortedFailure[];
  /** Of the change, or not known whose: the QA engineer looks at these. */
  readonly work: readonly SortedFailure[];
}

/** A rule that is less sure than this sends no failure past the QA engineer. */
const SURE = 0.5;

/**
 * Says of each failed check whose it is. What fails the same on the base branch is the base's, whatever its cause;
 * then flakes and infrastructure, where the cause is sure enough; then faults of code, test and settings, which are
 * the change's unless the base fails too in another way. The rest is unclear.
 */
export function sortFailures(failed: readonly FailedCheck[]): SortedFailures {
  const all = failed.map((check) => ({ failed: check, note: noteOf(check) }));
  const of = (...whose: readonly FailureNote["whose"][]) =>
    all.filter(({ note }) => whose.includes(note.whose));
  return {
    all,
    base: of("base"),
    flake: of("flake"),
    infrastructure: of("infrastructure"),
    work: of("change", "unclear"),
  };
}

function noteOf(failed: FailedCheck): FailureNote {
  const { check, result, fingerprint } = failed;
  return {
    check: check.name,
    url: check.url,
    cause: result.cause,
    rule: result.rule,
    quote: result.evidence[0]?.quote ?? null,
    whose: whoseIs(failed),
    fingerprint,
  };
}

function whoseIs({ result, base }: FailedCheck): FailureNote["whose"] {
  if (result.preExisting || (base.kind === "failed" && base.same)) return "base";
  const sure = result.confidence >= SURE;
  if (result.infrastructure) return sure ? "infrastructure" : "unclear";
  if (result.cause === "flaky") return sure ? "flake" : "unclear";
  const ofCode = result.cause === "app_bug" || result.cause === "test_bug" || result.cause === "config";
  return ofCode && base.kind !== "failed" ? "change" : "unclear";
}
