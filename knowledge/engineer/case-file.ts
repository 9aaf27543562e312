import type { Verdict } from "../change/step-verdict.ts";
import type { FailedCheck } from "../ci/failed-check.ts";
import type { DataQuotes } from "../model/quote-data.ts";
import type { Intent } from "./intent/intent.ts";
import { sayCheck } from "./say-check.ts";

/** What the QA engineer starts with. Everything that it holds is masked; nothing of it is trusted. */
export interface Case {
  /** The failures that it answers for, each under the id that its conclusion names. None where there is no CI. */
  readonly checks: readonly { readonly id: string; readonly failed: FailedCheck }[];
  readonly change: { readonly title: string; readonly baseBranch: string };
  readonly intent: Intent;
  /** Unified diff from the merge base to the head. */
  readonly diff: string;
  /** Test files of the branch, those that the diff touches first. */
  readonly testFiles: readonly string[];
  /** How earlier rounds and attempts of this step ended, oldest first. */
  readonly earlier: readonly {
    readonly round: number;
    readonly attempt: number;
    readonly verdict: Verdict;
  }[];
}

/** Bytes of a case file by part; together a fifth of what the smallest usual model reads at once. */
const ROOM = {
  checks: 70_000,
  intent: 24_000,
  diff: 40_000,
  files: 6_000,
  earlier: 8_000,
  change: 600,
} as const;

/** Ids of failures, in the order of the checks: `C1`, `C2`, … */
export function nameChecks(failed: readonly FailedCheck[]): Case["checks"] {
  return failed.map((check, index) => ({ id: `C${index + 1}`, failed: check }));
}

/**
 * The case as one message of bounded size: per failed check name, conclusion, link, annotations, the first errors and
 * last lines of its log and whether the base branch fails it; the intent by numbered sentences; the diff; the test
 * files; what earlier rounds said. Each part that somebody else wrote stands between the marks of
 * `quotes`, cut where it is too long. Pure.
 */
export function caseFile(
  { checks, change, intent, diff, testFiles, earlier }: Case,
  quotes: DataQuotes,
): string {
  const share = Math.floor(ROOM.checks / Math.max(1, checks.length));
  const failures = checks.map(({ id, failed }) => quotes.quote(`failure ${id}`, sayCheck(failed), share));
  const sentences = intent.sentences.map(({ id, source, text }) => `${id} [${source}] ${text}`);
  const missing = intent.missing.map((what) => `(${what})`);
  const parts = [
    checks.length === 0
      ? "No check reported: the repository has no CI for changes."
      : `Failures to answer, by id: ${checks.map(({ id }) => id).join(", ")}.`,
    ...failures,
    intent.sentences.length === 0
      ? "There is no intent to go by: nothing licenses a changed expectation."
      : "The intent, a sentence a line. Quote a sentence without its number and source.",
    ...(sentences.length + missing.length === 0
      ? []
      : [quotes.quote("intent", [...sentences, ...missing].join("\n"), ROOM.intent)]),
    "The change. Its title and its diff say what was done, not what was meant.",
    quotes.quote("title and base branch", `${change.title}\n${change.baseBranch}`, ROOM.change),
    quotes.quote("diff", diff, ROOM.diff),
    "Test files that may be edited:",
    quotes.quote("test files", testFiles.join("\n"), ROOM.files),
    ...(earlier.length === 0
      ? []
      : ["What came before:", quotes.quote("earlier rounds", sayEarlier(earlier), ROOM.earlier)]),
  ];
  return parts.join("\n\n");
}

function sayEarlier(earlier: Case["earlier"]): string {
  return earlier
    .map(({ round, attempt, verdict }) => `Round ${round}, attempt ${attempt}: ${sayVerdict(verdict)}`)
    .join("\n");
}

function sayVerdict(verdict: Verdict): string {
  switch (verdict.word) {
    case "CODE CHANGE NEEDED":
      return `${verdict.word}: ${verdict.check}: ${verdict.cause} (${verdict.file}:${verdict.line}) ${verdict.should}`;
    case "BLOCKED":
      return `${verdict.word}: ${verdict.question}`;
    case "TEST CHANGED":
    case "CHANGED":
      return `${verdict.word}: ${verdict.why} (${verdict.files.join(", ")})`;
    default:
      return `${verdict.word}: ${verdict.why}`;
  }
}
