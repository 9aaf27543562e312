import type { PlanList, QaRun, RequirementShown } from "#knowledge";
import { attempt } from "./attempt.ts";
import type { Reach } from "./reach.ts";
import type { Store } from "./store.ts";
import { EMPTY_FIELD } from "./text-field.ts";
import { tellErrors } from "./work-acts.ts";
import type { Carrying, Judging } from "./work-asks.ts";
import { askSheet, carryingConfirmation, verdictSheet } from "./work-sheets.ts";

type Shown = NonNullable<RequirementShown["result"]>;
type Method = PlanList["methods"][number];

/** Runners that look at something that is served. */
const SERVED: ReadonlySet<string> = new Set<Method["runner_id"]>(["browser_substrate", "agent"]);

const REVIEWED_BY_MODEL =
  "the model of the settings reviews what is captured, paid from the week of the group qa (5 shows what is left)";

/** Begins to carry a case out; one that a person proves gets the question for its verdict. */
export async function beginCase(store: Store, { operations }: Reach, id: string): Promise<void> {
  await attempt(store, "reading", async () => {
    const [answer, { methods }] = await Promise.all([operations.requirement(id), operations.plans()]);
    if (answer.result === null) return tellErrors(store, answer);
    const shown = answer.result;
    const { method_id, target_env_snapshot, title } = shown.requirement;
    const method = methods.find((one) => one.id === method_id);
    if (method_id === null || method?.verdict_path === "person")
      return askVerdict(store, judgingOf(shown, method_id === null ? "attempt" : "carry-out"));
    const carrying = { id, title, facts: factsOf(shown, method), baseUrl: null, seq: shown.seq };
    const isServed = SERVED.has(method?.runner_id ?? "") && (target_env_snapshot?.base_url ?? null) === null;
    if (isServed)
      store.dispatch({
        type: "sheet",
        sheet: askSheet({ kind: "base-url", carrying }, EMPTY_FIELD),
      });
    else await confirmCase(store, operations, carrying);
  });
}

/** Asks whether the case may be begun here, and shows what would be done. */
export async function planCase(store: Store, { operations }: Reach, carrying: Carrying): Promise<void> {
  await attempt(store, "planning", () => confirmCase(store, operations, carrying));
}

async function confirmCase(store: Store, operations: Reach["operations"], carrying: Carrying): Promise<void> {
  const planned = await operations.carryOut(carrying, true);
  if (planned.success) store.dispatch({ type: "sheet", sheet: carryingConfirmation(carrying) });
  else tellErrors(store, planned);
}

/** Asks for the verdict of what waits for one: a capture to review, or a run that a person left open. */
export async function beginVerdict(store: Store, { operations }: Reach, id: string): Promise<void> {
  await attempt(store, "reading", async () => {
    const [answer, { methods }] = await Promise.all([operations.requirement(id), operations.plans()]);
    if (answer.result === null) return tellErrors(store, answer);
    const waiting = waitingOf(answer.result, methods);
    if (waiting === null)
      return store.dispatch({
        type: "noticed",
        notice: "nothing of it waits for a verdict: s carries it out",
      });
    askVerdict(store, waiting);
  });
}

function askVerdict(store: Store, judging: Judging): void {
  store.dispatch({ type: "sheet", sheet: verdictSheet(judging) });
}

/** An open run is gone on with: another one would leave it behind. */
function judgingOf(shown: Shown, way: "attempt" | "carry-out"): Judging {
  const open = shown.history.findLast((run) => run.verdict === null && run.performed_by === "manual");
  return open === undefined ? judging(shown, way, null) : judging(shown, "complete", open);
}

/** The newest run that waits for somebody's verdict; null where none does. */
function waitingOf(shown: Shown, methods: readonly Method[]): Judging | null {
  const { requirement, history } = shown;
  const method = methods.find((one) => one.id === requirement.method_id);
  const settled = new Set(
    history.flatMap(({ judges_run_id, verdict }) =>
      judges_run_id === null || verdict === "undetermined" ? [] : [judges_run_id],
    ),
  );
  const run = history.findLast((one) => one.verdict === null && !settled.has(one.id));
  if (run === undefined) return null;
  const isCapture = method?.verdict_path === "agent" || run.performed_by === "agent_mission";
  return judging(shown, isCapture ? "review" : "complete", run);
}

function judging(shown: Shown, way: Judging["way"], run: QaRun | null): Judging {
  const { requirement, seq } = shown;
  const evidence =
    run?.artifacts.map(({ artifact_kind, description }) => `${artifact_kind}: ${description}`) ?? [];
  return {
    way,
    requirement: requirement.id,
    title: requirement.title,
    run: run?.id ?? null,
    facts: [
      ...fact("do", requirement.instructions),
      ...fact("expect", requirement.expected_outcome),
      ...evidence.map((text, at) => [at === 0 ? "captured" : "", text] as const),
    ],
    seq,
  };
}

function factsOf({ requirement }: Shown, method: Method | undefined): Judging["facts"] {
  const { method_config, target_env, target_env_snapshot } = requirement;
  const command = method_config?.command;
  return [
    ...fact("by", method === undefined ? requirement.method_id : `${method.id}: ${method.title}`),
    ...fact("command", typeof command === "string" ? command : null),
    ...fact("do", requirement.instructions),
    ...fact("expect", requirement.expected_outcome),
    ...fact("on", [target_env, target_env_snapshot?.base_url].filter(Boolean).join(" · ")),
    ...fact("may cost", method?.runner_id === "agent" ? REVIEWED_BY_MODEL : null),
  ];
}

function fact(label: string, text: string | null): Judging["facts"] {
  return text === null || text === "" ? [] : [[label, text]];
}
