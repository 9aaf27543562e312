import { createHash, type Hash } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { RunInfo } from "../evidence/reader.ts";
import type { TestCase } from "../evidence/test-case.ts";
import { openRunRecorder, type RunPlace, type RunRecorder } from "../explain/record-run.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";
import { maskFailure, maskTest } from "../learn/see/mask-test.ts";
import { openObserver } from "../learn/see/observe.ts";
import { openRunDigest } from "../learn/see/run-id.ts";
import { outcomeOf, type RunOutcome } from "../learn/see/run-verdict.ts";
import type { Deps } from "../ports/deps.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { tellError } from "../tell-error.ts";
import { type ReportWords, readReports } from "./read-reports.ts";

/** What reading the reports of a run once gave. */
export interface ReadRun {
  /** Masked. */
  readonly evidence: RunEvidence;
  readonly outcome: RunOutcome;
  /** What the reports say of their run; the earliest start of all. */
  readonly info: Pick<RunInfo, "startedAt" | "commit" | "branch">;
  /** The run's id where nobody gave one. */
  id(place: { readonly commit: string | null; readonly job: string | null }): string;
  /** Keeps each test's result in the history; without a history nothing is known to be flaky, and that is all. */
  keepHistory(run: string, place: RunPlace): Promise<void>;
  /** For those who keep no history of it. */
  discard(): Promise<void>;
}

interface Reading {
  readonly mask: SecretMask;
  readonly config: Config;
  /** Last lines of what a command printed that said no; kept where no test failed. */
  readonly output?: string;
  /** Gets the error of a reference that cannot be read; without it the error is thrown. */
  readonly unread?: (error: unknown) => void;
}

/** Failures outside of the tests that are kept. */
const OUTSIDE_KEPT = 50;

type Needs = Pick<Deps, "sources" | "history" | "messages">;

/**
 * Reads the reports behind these references in one pass each, and masks what is kept of them. Files inside an
 * archive that are no reports are passed over. Errors: those of the sources; report_expected where a reference
 * gives no report at all.
 */
export async function readRun(
  deps: Needs,
  references: readonly string[],
  reading: Reading,
): Promise<ReadRun> {
  const { mask, config, output, unread } = reading;
  const observer = openObserver({ mask, config });
  const runDigest = openRunDigest();
  const past = await openHistory(deps);
  const steps = createHash("sha256");
  const onTest = (test: TestCase) => {
    for (const { line: _, ...step } of test.steps ?? []) steps.update(JSON.stringify(step));
    observer.test(test);
    runDigest.test(test);
    past?.test(maskTest(test, mask));
  };
  const digests: ReportWords[] = [];
  try {
    for (const reference of references) {
      try {
        digests.push(...(await readReports(deps, reference, onTest)));
      } catch (error) {
        if (unread === undefined) throw error;
        unread(error);
      }
    }
  } catch (error) {
    await past?.discard();
    throw error;
  }
  const outcome = outcomeOf(digests);
  const info = infoOf(digests);
  const outside = digests.flatMap(({ outsideTests }) => outsideTests ?? []).slice(0, OUTSIDE_KEPT);
  return {
    evidence: {
      v: 1,
      tests: outcome.tests,
      ...observer.end(),
      ...(outside.length === 0 ? {} : { outsideTests: outside.map((one) => mask(maskFailure(one, mask))) }),
      output: hasFailed(outcome) || output === undefined ? null : maskText(output, mask),
    },
    outcome,
    info,
    id: (place) => idOf(runDigest.end(place), steps, info.startedAt),
    async keepHistory(run, place) {
      try {
        await past?.commit(place, run);
      } catch (error) {
        deps.messages.tell({ kind: "note", text: tellError(error) });
      }
    },
    discard: async () => past?.discard(),
  };
}

function hasFailed({ tests }: RunOutcome): boolean {
  return tests.failed + tests.errored > 0;
}

/** Two runs can differ by what their steps saw alone, and by nothing but when they were. */
function idOf(results: string, steps: Hash, startedAt: number | undefined): string {
  const identity = [results, steps.digest("hex"), startedAt ?? null];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32);
}

function infoOf(digests: readonly ReportWords[]): ReadRun["info"] {
  const runs = digests.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const starts = runs.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [startedAt]));
  const commit = runs.find((run) => run.commit !== undefined)?.commit;
  const branch = runs.find((run) => run.branch !== undefined)?.branch;
  return {
    ...(starts.length === 0 ? {} : { startedAt: starts.reduce((a, b) => Math.min(a, b)) }),
    ...(commit === undefined ? {} : { commit }),
    ...(branch === undefined ? {} : { branch }),
  };
}

async function openHistory({ history, messages }: Needs): Promise<RunRecorder | null> {
  try {
    return await openRunRecorder(history);
  } catch (error) {
    messages.tell({ kind: "note", text: tellError(error) });
    return null;
  }
}
