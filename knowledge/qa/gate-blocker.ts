import { cutLine, plainLine } from "../text/plain-line.ts";
import { isStale } from "./decisions/live-plan-run.ts";
import { WAY_OUT } from "./decisions/way-out.ts";
import type { GateBlocker } from "./gate.ts";
import type { RowInGate } from "./gate-rows.ts";
import type { GateTarget } from "./gate-target.ts";
import type { PlanRun } from "./plan-run.ts";
import type { QaRun } from "./qa-run.ts";
import type { Requirement } from "./requirement.ts";
import type { UnqualifiedWhy } from "./standing.ts";
import type { SubjectState } from "./subject-state.ts";

/** `SHOP-12/req-… (Checkout works)`: a title is data, and cut where it is long. */
export function nameOf({ id, title }: Pick<Requirement, "id" | "title">): string {
  const shown = cutLine(plainLine(title), 80);
  return shown === "" ? id : `${id} (${shown})`;
}

/** What a due row owes, the run that says so, and the command line that answers it. Pure. */
export function unsettledBlocker(one: RowInGate, state: SubjectState, target: GateTarget): GateBlocker {
  const { row, runs, standing } = one;
  const by = row.superseded_at === null ? row.replacement_requirement_id : row.superseded_by_requirement_id;
  const replacement = by === null ? undefined : state.requirements[by];
  const capture = runs.findLast(({ id }) => whyOf(one, id) === "unreviewed_capture");
  const open = runs.findLast(({ id }) => whyOf(one, id) === "not_completed");
  const run = capture ?? open ?? runs.findLast(({ id }) => standing.qualifying.includes(id)) ?? runs.at(-1);
  return {
    code: target === "done" ? "GATE_QA_TERMINAL_SETTLEMENT" : "GATE_QA_UNSATISFIED",
    requirement_id: row.id,
    qa_run_id: run?.id ?? null,
    why: `${nameOf(row)} ${owes(one, replacement?.row)}`,
    recover:
      replacement !== undefined
        ? WAY_OUT.prove(replacement.row)
        : capture !== undefined
          ? WAY_OUT.recordVerdict(capture.id, "pass", "as its evidence shows")
          : open !== undefined && (row.method_id === null || row.method_id === "manual")
            ? WAY_OUT.completeRun(open.id, "pass", "as seen")
            : WAY_OUT.prove(row),
  };
}

/** A run without a verdict on a row that is settled otherwise: what is at work may say something else. Pure. */
export function openRunBlocker({ row }: RowInGate, run: QaRun, target: GateTarget): GateBlocker {
  return {
    code: target === "done" ? "GATE_QA_TERMINAL_VERDICT" : "GATE_QA_UNSATISFIED",
    requirement_id: row.id,
    qa_run_id: run.id,
    why: `${nameOf(row)} has a run that is started and has no verdict: ${run.id}, since ${run.started_at}`,
    recover: WAY_OUT.completeRun(run.id, "error", "was given up before it had a verdict"),
  };
}

/** Executions that are at work on any of these rows; a stale one is not. Pure. */
export function livePlanRuns(
  { planRuns }: SubjectState,
  rows: readonly RowInGate[],
  now: number,
): readonly PlanRun[] {
  const ids = new Set(rows.map(({ row }) => row.id));
  const at = new Date(now).toISOString();
  return planRuns.filter(
    (one) =>
      one.completed === null &&
      !isStale(one, at) &&
      one.roster.some(({ requirement_id }) => ids.has(requirement_id)),
  );
}

export function planRunBlocker({ id, plan, heartbeat_at, lease, begun_by }: PlanRun): GateBlocker {
  return {
    code: "plan_execution_in_flight",
    requirement_id: null,
    qa_run_id: null,
    why: `${id} of plan ${plan} is live, carried out by ${lease?.holder ?? begun_by}; last heard of at ${heartbeat_at}`,
    recover: WAY_OUT.resumePlanRun(id),
  };
}

/** `failed: one run that passed, 0 of 2 runs; 1 run does not count: its commit is another`. */
function owes(one: RowInGate, replacement: Requirement | undefined): string {
  const { standing, row } = one;
  const ended = standing.waiverEndedAt === null ? "" : `; its waiver ended at ${standing.waiverEndedAt}`;
  if (replacement !== undefined) {
    const how = row.superseded_at === null ? "is to be replaced" : "is superseded";
    return `${how} by ${nameOf(replacement)}, which owes its own pass${ended}`;
  }
  const clauses = (standing.readOut?.clauses ?? [])
    .filter(({ outcome }) => outcome !== "passed")
    .map(({ clause, seen }) => `${clause}, ${seen}`);
  return [`is ${WORDS[standing.word]}: ${clauses.join("; ")}`, ...uncounted(one)].join("; ") + ended;
}

const WORDS: Readonly<Record<string, string>> = {
  failed: "failed",
  undetermined: "undetermined",
  unmet: "not proved",
  pending: "started and not proved",
};

function uncounted({ standing }: RowInGate): readonly string[] {
  const counts = new Map<UnqualifiedWhy, number>();
  for (const { why } of standing.unqualified) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts]
    .filter(([why]) => why !== "reviewed_capture")
    .map(([why, count]) => `${count} ${count === 1 ? "run does" : "runs do"} not count: ${WHY[why]}`);
}

const WHY = {
  not_completed: "no verdict yet",
  config_changed: "carried out with another config",
  config_unstamped: "from before the config was corrected",
  target_changed: "against another target",
  other_commit: "of a commit that is not accepted",
  no_commit: "of no known commit",
  artifact_missing: "an agent's word without evidence",
  unreviewed_capture: "captured and not reviewed",
  reviewed_capture: "reviewed, and the review counts",
  other_review: "another review of the same capture counts",
  not_newest: "not the newest attempt",
} as const satisfies Record<UnqualifiedWhy, string>;

function whyOf({ standing }: RowInGate, run: string): UnqualifiedWhy | undefined {
  return standing.unqualified.find((one) => one.run === run)?.why;
}
