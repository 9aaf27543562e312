import { WAY_OUT } from "./decisions/way-out.ts";
import type { GateBlocker, GateReadOut } from "./gate.ts";
import { livePlanRuns, openRunBlocker, planRunBlocker, unsettledBlocker } from "./gate-blocker.ts";
import { handlesOf, judgeEvidence, type ReadableEvidence } from "./gate-evidence.ts";
import { type RowInGate, rowsInGate, taskNumOf } from "./gate-rows.ts";
import { GATE_TARGETS, type GateTarget } from "./gate-target.ts";
import type { ArtifactHandle } from "./qa-run.ts";
import type { StandingContext } from "./standing.ts";
import type { Subject } from "./subject.ts";
import type { SubjectState } from "./subject-state.ts";
import type { Clause } from "./success-policy.ts";

/** What a gate is asked. */
export interface GateAsk {
  /** The item, or the epic of the task. */
  readonly item: string;
  readonly state: SubjectState;
  readonly target: GateTarget;
  /** Number of the epic's task that is to move; null or absent for the item itself. */
  readonly task_num?: number | null;
  readonly context: StandingContext;
  /** What can be read of {@link evidenceToRead}. */
  readonly evidence: ReadableEvidence;
  /** Commit that browser evidence has to be of; the newest accepted one where nothing is said. */
  readonly head?: string | null;
}

/** Where the artifacts are whose readability the gate has to be told. Pure. */
export function evidenceToRead({
  state,
  target,
  task_num = null,
  context,
}: Pick<GateAsk, "state" | "target" | "task_num" | "context">): readonly ArtifactHandle[] {
  const rows = rowsInGate(state, { target, task_num }, context);
  return handlesOf(rows.filter(isDue), context.methods);
}

/**
 * What the gate before a status says of an item (its tasks with it) or of one task: that requirements are there, every
 * blocking one that is due is settled, nothing is at work, and, in this order, evidence is there, can be read, and is of
 * the head. It opens only where nothing is owed. Pure.
 */
export function evaluateGate(ask: GateAsk): GateReadOut {
  const { state, target, task_num = null, context } = ask;
  const rows = rowsInGate(state, { target, task_num }, context);
  const due = rows.filter(isDue);
  const stages = [() => there(rows, ask), ...(target === GATE_TARGETS[0] ? [] : [() => settled(due, ask)])];
  const clauses: Clause[] = [];
  const blockers: GateBlocker[] = [];
  for (const stage of stages) {
    const said = stage();
    clauses.push(...said.clauses);
    blockers.push(...said.blockers);
  }
  if (target !== GATE_TARGETS[0]) {
    const said =
      blockers.length > 0
        ? { clauses: [{ clause: "evidence", outcome: "not_evaluated" as const, seen: "" }], blockers: [] }
        : judgeEvidence(due, ask.evidence, headOf(ask), context.methods);
    clauses.push(...said.clauses);
    blockers.push(...said.blockers);
  }
  const isOpen = blockers.length === 0;
  const isDischarged = due.length > 0 && due.every(({ standing }) => standing.word !== "satisfied");
  return {
    target,
    isOpen,
    word: isOpen ? (isDischarged ? "discharged" : "accepted") : "refused",
    blockers,
    clauses,
    rows: rows.map(({ row, standing, isDue }) => ({
      requirement_id: row.id,
      title: row.title,
      qa_phase: row.qa_phase,
      blocking_mode: row.blocking_mode,
      task_num: taskNumOf(row),
      standing,
      isDue,
    })),
  };
}

interface Said {
  readonly clauses: readonly Clause[];
  readonly blockers: readonly GateBlocker[];
}

/** An item's own rows and a task's; what is withdrawn is no answer, and neither is an attached plan without rows. */
function there(rows: readonly RowInGate[], { item, state, target, task_num = null }: GateAsk): Said {
  const subject: Subject =
    task_num === null ? { kind: "item", item_id: item } : { kind: "task", epic_id: item, task_num };
  const own = rows.filter(({ row }) => taskNumOf(row) === task_num && row.retracted_at === null);
  const blockers: GateBlocker[] = [];
  const unanswered = state.attachments.filter(
    ({ plan, transition, retracted, ...attached }) =>
      retracted === null &&
      attached.task_num === task_num &&
      isBefore(transition, target) &&
      !own.some(({ row }) => row.plan_case?.plan === plan),
  );
  for (const { plan, transition } of unanswered)
    blockers.push(
      missing(
        `plan ${plan} is attached before ${transition} and has no requirements here`,
        WAY_OUT.materialize(plan, subject),
      ),
    );
  if (own.length === 0 && unanswered.length === 0)
    blockers.push(
      missing(
        `${task_num === null ? item : `task ${task_num} of ${item}`} has no requirements: nothing says what has to be proved`,
        WAY_OUT.addFirst(subject),
      ),
    );
  return {
    clauses: [
      {
        clause: "requirements are there",
        outcome: blockers.length === 0 ? "passed" : "failed",
        seen: String(own.length),
      },
    ],
    blockers,
  };
}

function missing(why: string, recover: string): GateBlocker {
  return { code: "GATE_QA_NO_REQUIREMENTS", requirement_id: null, qa_run_id: null, why, recover };
}

/** Statuses in which plans are to be proved, in order. */
const TRANSITIONS: readonly string[] = [
  "reviewing-implementation",
  "reviewed-implementation",
  "release",
  "done",
];

function isBefore(transition: string, target: GateTarget): boolean {
  return TRANSITIONS.indexOf(transition) <= TRANSITIONS.indexOf(target);
}

/** Rows that are due, and what is at work on them. A superseded row is answered where what replaced it is. */
function settled(due: readonly RowInGate[], { state, target, context }: GateAsk): Said {
  const ids = new Set(due.map(({ row }) => row.id));
  const open = due.filter(({ standing }) => !standing.isSettled);
  const unsettled = open
    .filter(({ row }) => !(row.superseded_at !== null && ids.has(row.superseded_by_requirement_id ?? "")))
    .map((one) => unsettledBlocker(one, state, target));
  const named = new Set(unsettled.map(({ qa_run_id }) => qa_run_id));
  const running = due.flatMap((one) =>
    isDischarged(one)
      ? []
      : one.runs
          .filter(({ id }) => isOpenRun(one, id) && !named.has(id))
          .map((run) => openRunBlocker(one, run, target)),
  );
  const live = livePlanRuns(state, due, context.now).map(planRunBlocker);
  return {
    clauses: [
      {
        clause: `blocking requirements due before ${target} are settled`,
        outcome: due.length === 0 ? "not_evaluated" : open.length === 0 ? "passed" : "failed",
        seen: due.length === 0 ? "none is due" : `${due.length - open.length} of ${due.length}`,
      },
      {
        clause: "nothing is at work on them",
        outcome: running.length + live.length === 0 ? "passed" : "failed",
        seen: `${running.length} open runs, ${live.length} live executions`,
      },
    ],
    blockers: [...unsettled, ...running, ...live],
  };
}

function isDischarged({ standing: { word } }: RowInGate): boolean {
  return word === "waived" || word === "superseded";
}

function isOpenRun({ standing }: RowInGate, run: string): boolean {
  return standing.unqualified.some((one) => one.run === run && one.why === "not_completed");
}

function isDue(row: RowInGate): boolean {
  return row.isDue;
}

function headOf({ head, context: { acceptedRevisions } }: GateAsk): string | null {
  return head ?? [...(acceptedRevisions ?? [])].at(-1) ?? null;
}
