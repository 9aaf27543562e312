import type { ReportDigest } from "../../evidence/report-digest.ts";
import type { TestCounts } from "../../test-counts.ts";
import type { RunVerdict } from "../run-evidence.ts";

/** What a run's verdict is decided on. */
export interface RunOutcome {
  readonly tests: TestCounts;
  /** Test reports that were read; files that are none are left out. */
  readonly reports: number;
  /** Something outside of the tests failed. */
  readonly suiteError: boolean;
  /** Some report is damaged or does not add up, or none of them tells of a test that was carried out. */
  readonly doubtful: boolean;
}

/** Exit of the run's command; null where reports are all that there is. */
export type CommandStatus = { readonly code: number | null } | null;

/** How a run ended. What failed decides first; what proves nothing is never a pass. */
export function runVerdict(outcome: RunOutcome, command: CommandStatus): RunVerdict {
  const { tests, reports, suiteError, doubtful } = outcome;
  if (tests.failed + tests.errored > 0) return "fail";
  if (command !== null && command.code === null) return "error";
  const saidNo = command !== null && command.code !== 0;
  if (saidNo || suiteError) return reports > 0 ? "error" : "fail";
  if (reports > 0) return doubtful ? "undetermined" : "pass";
  return command === null ? "undetermined" : "pass";
}

type ReportWord = Pick<ReportDigest, "totals" | "notes" | "verdict">;

/** What the reports of one run say together. */
export function outcomeOf(digests: readonly ReportWord[]): RunOutcome {
  const reports = digests.filter((digest) => !has(digest, "not-a-report"));
  return {
    tests: addCounts(reports.map(({ totals }) => totals)),
    reports: reports.length,
    suiteError: reports.some((digest) => has(digest, "suite-error")),
    doubtful:
      reports.every(({ verdict }) => verdict === "undetermined") ||
      reports.some((digest) => DAMAGE.some((kind) => has(digest, kind))),
  };
}

/** What the parts of one run say together. */
export function addOutcomes(outcomes: readonly RunOutcome[]): RunOutcome {
  return {
    tests: addCounts(outcomes.map(({ tests }) => tests)),
    reports: outcomes.reduce((sum, { reports }) => sum + reports, 0),
    suiteError: outcomes.some(({ suiteError }) => suiteError),
    doubtful: outcomes.some(({ doubtful }) => doubtful),
  };
}

const DAMAGE = ["repaired", "unreadable", "inconsistent"] as const;

function has({ notes }: ReportWord, kind: ReportDigest["notes"][number]["kind"]): boolean {
  return notes.some((note) => note.kind === kind);
}

/** Sums key by key. */
export function addCounts(all: readonly TestCounts[]): TestCounts {
  const sum = (key: keyof TestCounts) => all.reduce((total, counts) => total + counts[key], 0);
  return {
    total: sum("total"),
    passed: sum("passed"),
    failed: sum("failed"),
    errored: sum("errored"),
    skipped: sum("skipped"),
    flaky: sum("flaky"),
  };
}
