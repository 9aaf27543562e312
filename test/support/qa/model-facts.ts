import type { QaVerdict } from "../../../knowledge/qa/qa-run.ts";

/** What a deliberately simple model remembers of a requirement. */
export interface RowFacts {
  readonly id: string;
  readonly isBlocking: boolean;
  readonly isDue: boolean;
  target: string | null;
  readonly method: string | null;
  config: string;
  revision: number;
  /** When a waiver ends; null where there is none. */
  waivedUntil: number | null;
  supersededBy: string | null;
  declared: string | null;
  readonly caseKey: string | null;
  runs: RunFacts[];
}

export interface RunFacts {
  readonly id: string;
  readonly config: string;
  readonly revision: number;
  readonly target: string | null;
  readonly sha: string | null;
  readonly by: string;
  readonly performer: string;
  readonly judges: string | null;
  verdict: QaVerdict | null;
  decidedBy: string | null;
  artifacts: number;
}

/** A subject as the model knows it. */
export interface Facts {
  now: number;
  accepted: Set<string>;
  readonly rows: Map<string, RowFacts>;
}

/** Brute force: whether a run proves its requirement now. */
export function proves(run: RunFacts, row: RowFacts, { accepted }: Facts): boolean {
  const capture = row.runs.find(({ id }) => id === run.judges);
  const isCapture = row.method === "browser-inspection" && run.judges === null;
  const isReviewed = row.runs.some(({ judges, verdict }) => judges === run.id && verdict !== null);
  const isAgents = run.decidedBy === "model" || run.performer === "agent";
  const isOfCode = row.method !== null;
  return (
    run.verdict === "pass" &&
    !isCapture &&
    !isReviewed &&
    run.config === row.config &&
    run.revision === row.revision &&
    run.target === row.target &&
    (run.sha === null ? !isOfCode : accepted.has(run.sha)) &&
    (!isAgents || run.artifacts + (capture?.artifacts ?? 0) > 0)
  );
}

/** Whether a requirement is proved by its own runs. */
export function isProved(row: RowFacts, facts: Facts): boolean {
  return row.runs.some((run) => proves(run, row, facts));
}

/** Whether nothing is owed for a requirement. */
export function isSettled(row: RowFacts, facts: Facts): boolean {
  if (row.supersededBy !== null && isSettled(facts.rows.get(row.supersededBy)!, facts)) return true;
  if (isWaived(row, facts)) return true;
  return row.supersededBy === null && isProved(row, facts);
}

export function isWaived({ waivedUntil }: RowFacts, { now }: Facts): boolean {
  return waivedUntil !== null && waivedUntil > now;
}

export function isDischarged(row: RowFacts, facts: Facts): boolean {
  return row.supersededBy !== null || isWaived(row, facts);
}

/** Whether the newest pass, fail or error is no pass. */
export function hasFailed({ runs }: RowFacts): boolean {
  const newest = runs.findLast(({ verdict }) => verdict !== null && verdict !== "undetermined");
  return newest !== undefined && newest.verdict !== "pass";
}
