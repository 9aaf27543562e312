import type { RunName, WatchEvents } from "./watch-events.ts";
import {
  KEPT_RUNS,
  KEPT_TROUBLES,
  LOOKED_BACK,
  type PulledEvidence,
  type RunTrouble,
} from "./watch-state.ts";

/** Why a run was not learned from that ended whoever read it, again and again. */
export const INTERRUPTED = "interrupted";

/**
 * What is known of the runs of a branch once some were read. Runs from before the day that is looked back on are not met
 * again; where that day has more than {@link KEPT_RUNS}, no run that was begun before those that are kept is. Pure.
 */
export function afterPull(
  before: PulledEvidence | null,
  { tip, done, since, until, runs, begun }: WatchEvents["evidence.pulled"],
): PulledEvidence {
  const from = new Date(Date.parse(until) - LOOKED_BACK).toISOString();
  const isOfTheDay = ({ createdAt }: RunName) => createdAt >= from;
  const isRead = (run: RunName) => runs.some((one) => isSameRun(one, run));
  const read = [...(before?.runs ?? []).filter((run) => !isRead(run)), ...runs.map(nameOf)]
    .filter(isOfTheDay)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const dropped = read.slice(0, -KEPT_RUNS).at(-1);
  const troubles = endedSilently(before, begun).filter((run) => isOfTheDay(run) && !isRead(run));
  return {
    tip,
    done,
    since: laterOf(before?.since ?? since, dropped),
    until,
    runs: read.slice(-KEPT_RUNS),
    begun: begun ?? null,
    troubles: troubles.slice(-KEPT_TROUBLES),
  };
}

/** The same once it failed at what a run left. Pure. */
export function afterFailure(
  evidence: PulledEvidence | null,
  { run, code }: Pick<WatchEvents["evidence.failed"], "run" | "code">,
): PulledEvidence | null {
  if (evidence === null || run === undefined) return evidence;
  return { ...evidence, troubles: withTrouble(evidence.troubles, run, code).slice(-KEPT_TROUBLES) };
}

export function isSameRun(
  one: Pick<RunName, "id" | "attempt">,
  other: Pick<RunName, "id" | "attempt">,
): boolean {
  return one.id === other.id && one.attempt === other.attempt;
}

/** Whoever began with a run and told no end of it was ended with it, once somebody begins anew. */
function endedSilently(before: PulledEvidence | null, begun: RunName | undefined): readonly RunTrouble[] {
  if (before === null) return [];
  if (begun === undefined || before.begun === null) return before.troubles;
  return withTrouble(before.troubles, before.begun, INTERRUPTED);
}

function withTrouble(troubles: readonly RunTrouble[], run: RunName, code: string): readonly RunTrouble[] {
  const times = troubles.find((one) => isSameRun(one, run))?.times ?? 0;
  return [...troubles.filter((one) => !isSameRun(one, run)), { ...nameOf(run), times: times + 1, code }];
}

function nameOf({ id, attempt, createdAt }: RunName): RunName {
  return { id, attempt, createdAt };
}

/** `since`, or just after a run that was begun later. */
function laterOf(since: string, run: RunName | undefined): string {
  if (run === undefined) return since;
  const after = Date.parse(run.createdAt) + 1;
  return after > Date.parse(since) ? new Date(after).toISOString() : since;
}
