import type { LedgerEvent } from "../ports/ledger.ts";
import type { SharedKind } from "./shared-kinds.ts";

/**
 * What an event has to do with the rest of its stream, as names of things in it. `*` is everything.
 *
 * A `fact` is true whatever others did, and is judged by itself; a `claim` was decided on what it `sees`, and the claims
 * of one batch stand or fall together.
 */
export interface Touch {
  readonly is: "fact" | "claim";
  /** What is another after it. */
  readonly writes: readonly string[];
  /** What nobody may have written since it was decided on. */
  readonly sees: readonly string[];
  /** What has to be there. */
  readonly rests: readonly string[];
}

type Data = Readonly<Record<string, unknown>>;
type TouchOf = (data: Data) => Touch;

/** What an event touches that no row tells of: everything, and nobody may have been first. */
const EVERYTHING: Touch = { is: "claim", writes: ["*"], sees: ["*"], rests: [] };

/** What an event of a stream of this kind touches; never throws, whatever the event holds. Pure. */
export function touchOf(kind: SharedKind, { type, v, data }: LedgerEvent): Touch {
  const rows: Readonly<Record<string, TouchOf>> = TOUCHES[kind];
  const touch = v === 1 && Object.hasOwn(rows, type) ? rows[type] : undefined;
  return touch?.(data) ?? EVERYTHING;
}

const fact = (
  writes: readonly string[],
  rests: readonly string[] = [],
  sees: readonly string[] = [],
): Touch => ({
  is: "fact",
  writes,
  sees,
  rests,
});

/** Sees what it writes, and more. */
const claim = (
  writes: readonly string[],
  {
    sees = [],
    rests = [],
    also = [],
  }: { sees?: readonly string[]; rests?: readonly string[]; also?: readonly string[] } = {},
): Touch => ({ is: "claim", writes: [...writes, ...also], sees: [...writes, ...sees], rests });

/** Said once: whoever was first has said it. */
const once = (name: string): Touch => fact([name], [], [name]);

/** Part of an event's data, whatever it is. */
function at(data: Data, ...path: readonly string[]): unknown {
  let value: unknown = data;
  for (const key of path) value = (value as Data | null | undefined)?.[key];
  return value;
}

const requirement = (id: unknown) => `requirement ${id}`;
const runsOf = (id: unknown) => `runs of ${id}`;
const rowOf = (id: unknown) => `row of ${id}`;
const run = (id: unknown) => `run ${id}`;
const task = (number: unknown) => `task ${number}`;
/** All that is to be proved and was: what a gate looks at. */
const QA = "qa";
/** The piece of work itself: what is to be proved for one that falls is not proved for another of its name. */
const ITEM = "item";

/** A correction or a discharge of a requirement: not over a run or a correction that was not seen. */
const ofRow = (id: unknown, others: readonly unknown[] = []): Touch =>
  claim([rowOf(id)], {
    sees: [runsOf(id), ...others.flatMap((other) => [rowOf(other), runsOf(other)])],
    rests: [requirement(id), ...others.map(requirement)],
    also: [QA],
  });

const attachment = (data: Data) => `plan ${data.plan} before ${data.transition}`;

const QA_TOUCHES = {
  QARequirementCreated(data) {
    const id = at(data, "row", "id");
    const plan = at(data, "row", "plan_case", "plan");
    const number = at(data, "row", "task_num") ?? null;
    const rests = number === null ? [ITEM] : [ITEM, task(number)];
    const set = data.materialization;
    if (plan === undefined && set === null) return fact([requirement(id), QA], rests, [requirement(id)]);
    const place = `${number} ${plan} ${at(data, "row", "plan_case", "case_key")}`;
    return claim([requirement(id), `case ${place}`], { rests, also: [QA, `set ${set}`] });
  },
  QAMaterializationCommitted: (data) =>
    claim([`commit of ${data.materialization}`], {
      rests: [ITEM, `set ${data.materialization}`],
      also: [QA],
    }),
  QARequirementUpdated: ({ id }) => ofRow(id),
  QARequirementWaived: ({ id }) => ofRow(id),
  QARequirementSuperseded: ({ id, superseded_by_requirement_id: other }) => ofRow(id, [other]),
  QAReplacementDeclared: ({ id, replacement_requirement_id: other }) => ofRow(id, [other]),
  QARequirementRetracted: ({ id }) => ofRow(id),
  QARunStarted(data) {
    const of = at(data, "run", "qa_requirement_id");
    return fact([run(at(data, "run", "id")), runsOf(of), QA], [requirement(of)]);
  },
  QARunCompleted: ({ id, qa_requirement_id: of }) =>
    fact([`verdict of ${id}`, runsOf(of), QA], [requirement(of), run(id)], [`verdict of ${id}`]),
  QAArtifactAttached(data) {
    const of = at(data, "artifact", "qa_run_id");
    return fact(
      [`artifact ${at(data, "artifact", "id")}`, QA],
      [requirement(data.qa_requirement_id), run(of)],
    );
  },
  QAArtifactPruned: ({ id, qa_requirement_id: of, qa_run_id }) =>
    fact([`bytes of ${id}`, QA], [requirement(of), run(qa_run_id)]),
  QAPlanAttached: (data) =>
    claim([attachment((at(data, "attachment") ?? {}) as Data)], { rests: [ITEM], also: [QA] }),
  QAPlanRetracted: (data) => claim([attachment(data)], { rests: [ITEM], also: [QA] }),
  QAPlanRunBegun: (data) =>
    claim(["plan run"], { rests: [ITEM], also: [`plan run ${at(data, "planRun", "id")}`, QA] }),
  QAPlanRunBeat: ({ id }) => claim([`lease of ${id}`], { rests: [`plan run ${id}`] }),
  QAPlanRunAdvanced: ({ id }) =>
    claim([`outcomes of ${id}`], { sees: [`lease of ${id}`], rests: [`plan run ${id}`], also: [QA] }),
  QAPlanRunCompleted: ({ id }) =>
    claim([`outcomes of ${id}`], { sees: [`lease of ${id}`], rests: [`plan run ${id}`], also: [QA] }),
  QARequestAnswered: (data) => claim([`answer to ${data.function} ${data.request}`]),
} as const satisfies Record<string, TouchOf>;

const ITEM_TOUCHES = {
  ...QA_TOUCHES,
  ItemAdded: () => claim([ITEM], { also: ["claim", "status", "links", "revisions", "tasks"] }),
  ItemLinked: () => claim(["links"], { sees: ["claim"] }),
  ItemRevisionAccepted: () => claim(["revisions"], { sees: ["claim"] }),
  ItemMoved: () => claim(["status", "revisions"], { sees: ["claim", "links", "tasks", QA] }),
  ItemClaimed: () => claim(["claim"], { sees: ["status"] }),
  ItemReleased: () => claim(["claim"]),
  TaskAdded: (data) =>
    claim([task(at(data, "task", "task_num"))], { sees: ["status", "claim"], also: ["tasks"] }),
  TaskMoved: ({ task_num }) =>
    claim([`status of ${task(task_num)}`], {
      sees: ["status", "claim", `claim of ${task(task_num)}`, QA],
      rests: [task(task_num)],
      also: ["tasks"],
    }),
  TaskClaimed: ({ task_num }) =>
    claim([`claim of ${task(task_num)}`], {
      sees: ["claim", `status of ${task(task_num)}`],
      rests: [task(task_num)],
    }),
  TaskReleased: ({ task_num }) => claim([`claim of ${task(task_num)}`], { rests: [task(task_num)] }),
} as const satisfies Record<string, TouchOf>;

/** By kind of stream; a kind without rows has claims alone, and whoever was first has it. */
const TOUCHES = {
  item: ITEM_TOUCHES,
  execution: QA_TOUCHES,
  seat: {
    SeatTaken: () => claim(["seat"]),
    SeatDropped: () => claim(["seat"]),
    QARequestAnswered: QA_TOUCHES.QARequestAnswered,
  },
  learning: {
    "run.recorded": () => once("recorded"),
    "part.recorded": ({ part }) => once(`part ${part}`),
    "analysis.finished": () => once("analysis"),
    "curation.finished": () => once("curation"),
    "proposals.finished": () => once("proposals"),
    "job.failed": () => fact([]),
    "run.marked": () => fact([]),
  },
  person: { "record.ruled": () => fact([]) },
  budget: {
    "money.reserved": ({ id }) => once(`money ${id}`),
    "money.settled": ({ id }) => fact([`end of ${id}`], [`money ${id}`], [`end of ${id}`]),
    "money.released": ({ id }) => fact([`end of ${id}`], [`money ${id}`], [`end of ${id}`]),
  },
  change: {},
  request: {},
  sweep: {},
  watch: {},
} as const satisfies Record<SharedKind, Readonly<Record<string, TouchOf>>>;
