import type { AssayError } from "../errors.ts";
import type { DatedRun } from "../ports/ci-feed.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { PulledRun, RunName } from "../watch/watch-events.ts";
import type { PulledEvidence } from "../watch/watch-state.ts";
import type { PullRange } from "./choose-runs.ts";
import { keepPull } from "./keep-pull.ts";
import type { RunsQuestion } from "./read-runs.ts";
import { isLastTime, isLimited, isToldBefore, passedOver } from "./run-trouble.ts";

export interface PullPlace {
  readonly stream: string;
  readonly tip: string;
  readonly range: PullRange;
  /** What was known when it began. */
  readonly evidence: PulledEvidence | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a pull has read so far. Errors of all that keep: those of the ledger. */
export interface PullProgress extends Pick<RunsQuestion, "begin" | "fail" | "keep"> {
  /** Runs that were read, oldest first. */
  readonly runs: readonly PulledRun[];
  /** Runs that were begun before it are none of ours; until it is told, it is that of the range. */
  lookFrom(since: string): void;
  /** Keeps what is not kept yet; `left` runs wait. */
  end(left: number, done: boolean): Promise<void>;
  /** Keeps the same, and what ended it. */
  endBy(error: AssayError): Promise<void>;
}

/** Keeps what is read run by run, each with the next one that is begun: one event a run. */
export function pullProgress(ledger: Ledger, { stream, tip, range, evidence, now }: PullPlace): PullProgress {
  const at = new Date(now).toISOString();
  const runs: PulledRun[] = [];
  let { since } = range;
  let kept = 0;
  let isBegun = false;
  let failed: RunName | undefined;
  const soFar = () => {
    const until = readUntil(since, evidence, runs);
    return { at, tip, since, until, runs: runs.slice(kept), done: false };
  };
  return {
    runs,
    lookFrom(first) {
      since = first;
    },
    async begin(run) {
      const why = passedOver(evidence, run);
      if (why !== null) return why;
      if (runs.length > kept || isToldBefore(evidence, run, now)) {
        await keepPull(ledger, stream, { ...soFar(), begun: nameOf(run) });
        kept = runs.length;
        isBegun = true;
      }
      return null;
    },
    fail(run, error) {
      if (isLimited(error)) return null;
      if (isLastTime(evidence, run)) return error.code;
      failed = nameOf(run);
      return null;
    },
    keep: (run) => void runs.push(run),
    async end(left, done) {
      const pulled = { ...soFar(), ...(left === 0 ? { until: range.until } : {}), done };
      await keepPull(ledger, stream, pulled, { failed: null, isBegun });
    },
    async endBy({ code }) {
      const ended = failed === undefined ? { code } : { code, run: failed };
      await keepPull(ledger, stream, soFar(), { failed: ended, isBegun });
    },
  };
}

/** Where runs are left, the next pull looks back from the last one that was read. */
function readUntil(since: string, evidence: PulledEvidence | null, runs: readonly PulledRun[]): string {
  const before = evidence?.until ?? since;
  return [before, runs.at(-1)?.createdAt ?? before].sort().at(-1) ?? before;
}

function nameOf({ id, attempt, createdAt }: Pick<DatedRun, keyof RunName>): RunName {
  return { id, attempt, createdAt };
}
