import type { QaCaseRun, QaPlanRun, QaRun } from "#knowledge";
import { counted } from "../terminal/age.ts";
import type { Block } from "./blocks.ts";
import type { Operations } from "./operations.ts";
import type { Store } from "./store.ts";
import { isGated, showClosed, tellErrors } from "./work-acts.ts";
import { placeName, type WorkAct } from "./work-asks.ts";
import type { RunDone } from "./work-operations.ts";

type Act<Verb extends WorkAct["verb"]> = Extract<WorkAct, { readonly verb: Verb }>;
type CaseResult = NonNullable<QaCaseRun["result"]>;
type Outcome = NonNullable<CaseResult["outcome"]>;

/** How each outcome of a case is said. */
const OUTCOME_TONES = {
  passed: "good",
  needs_review: "warn",
  blocked_on_precondition: "bad",
  failed: "bad",
  waiting: "warn",
  error: "bad",
} as const satisfies Record<Outcome, "good" | "warn" | "bad">;

/** Does what was confirmed, shows what came of it, and gives what to say in a line; words that were of no use are kept. */
export async function performWork(
  store: Store,
  operations: Operations,
  act: WorkAct,
): Promise<string | null> {
  switch (act.verb) {
    case "carry out":
      return carryOutCase(store, operations, act);
    case "run plan":
      return carryOutPlan(store, operations, act);
    case "judge":
      return judge(store, operations, act);
    case "waive": {
      const answer = await operations.waive(act, false);
      if (answer.success) return `waived: ${act.waiving.title}`;
      tellErrors(store, answer);
      return kept(operations, "reason", act.reason);
    }
    case "claim":
    case "release": {
      const answer = await operations.claim(act, false);
      if (!answer.success) tellErrors(store, answer);
      if (!answer.success) return null;
      return act.verb === "claim"
        ? `${placeName(act.place)} is yours`
        : `${placeName(act.place)} is given back`;
    }
    case "move":
      return move(store, operations, act);
  }
}

async function move(
  store: Store,
  operations: Operations,
  { place, to, seq }: Act<"move">,
): Promise<string | null> {
  const answer = await operations.move(place, to, seq);
  if (answer.success) return `${placeName(place)} is ${to}`;
  const gate = isGated(to) ? (await operations.gate(place, to)).result?.gate : undefined;
  if (gate === undefined || gate.is_open) tellErrors(store, answer);
  else showClosed(store, place, gate);
  return null;
}

async function carryOutCase(
  store: Store,
  operations: Operations,
  { carrying }: Act<"carry out">,
): Promise<string | null> {
  store.dispatch({ type: "busy", what: `carrying out ${carrying.title}` });
  const answer = await operations.carryOut(carrying, false);
  if (answer.result === null) {
    tellErrors(store, answer);
    return null;
  }
  show(store, `What “${carrying.title}” came to`, caseBlocks(answer.result));
  return null;
}

async function carryOutPlan(
  store: Store,
  operations: Operations,
  act: Act<"run plan">,
): Promise<string | null> {
  const answer = await operations.runPlan(act, false);
  if (answer.result === null) {
    tellErrors(store, answer);
    return null;
  }
  show(store, `What plan ${act.plan} came to for ${placeName(act.place)}`, planBlocks(answer.result));
  return null;
}

/** The run is begun where none is open, then its verdict is recorded. */
async function judge(
  store: Store,
  operations: Operations,
  { judging, verdict, reason }: Act<"judge">,
): Promise<string | null> {
  const said = { verdict, reason };
  const { way, requirement, run, seq } = judging;
  if (way === "carry-out") {
    const carrying = { id: requirement, title: judging.title, facts: [], baseUrl: null, seq };
    const begun = await operations.carryOut(carrying, false);
    const open = begun.result?.run ?? null;
    if (open === null) {
      tellErrors(store, begun);
      return kept(operations, "note", reason);
    }
    // What was shown was compared when the run began, and froze with it.
    return told(store, operations, await operations.completeRun(open.id, said, null), reason);
  }
  const done =
    way === "attempt" || run === null
      ? await operations.addRun(requirement, said, seq)
      : way === "review"
        ? await operations.review(run, said, seq)
        : await operations.completeRun(run, said, seq);
  return told(store, operations, done, reason);
}

async function told(
  store: Store,
  operations: Operations,
  done: RunDone,
  reason: string | null,
): Promise<string | null> {
  if (done.result === null) {
    tellErrors(store, done);
    return kept(operations, "note", reason);
  }
  const { run, superseded } = done.result;
  const settled =
    superseded.length === 0 ? "" : `; ${counted(superseded.length, "requirement")} superseded by it`;
  return `recorded: ${run.verdict}${settled}`;
}

async function kept(operations: Operations, name: string, text: string | null): Promise<string | null> {
  return text === null
    ? null
    : `your ${name} is kept in ${await operations.keepDraft(`${name}.txt`, `${text}\n`)}`;
}

function caseBlocks({ outcome, reason, run, judge: who, dispatch }: CaseResult): Block[] {
  return [
    ...outcomeBlock(outcome),
    ...(reason === null ? [] : [{ kind: "text", text: reason } as const]),
    ...(run === null ? [] : [{ kind: "gap" } as const, ...runBlocks(run)]),
    ...wayOn(who, dispatch),
  ];
}

function planBlocks({ outcome, cases, plan_run_id }: NonNullable<QaPlanRun["result"]>): Block[] {
  const passed = cases.filter((one) => one.outcome === "passed").length;
  return [
    ...outcomeBlock(outcome),
    { kind: "text", text: `${passed} of ${counted(cases.length, "case")} passed` },
    ...(plan_run_id === null ? [] : [{ kind: "text", text: plan_run_id, tone: "quiet" } as const]),
    ...cases.flatMap((one): Block[] => [
      { kind: "gap" },
      { kind: "text", text: `${one.case_key}  ${one.title}`, tone: "strong" },
      ...outcomeBlock(one.outcome),
      ...(one.reason === null || one.outcome === "passed"
        ? []
        : [{ kind: "text", text: one.reason } as const]),
      ...(one.outcome === "passed" ? [] : wayOn(one.judge, one.dispatch)),
    ]),
  ];
}

function outcomeBlock(outcome: CaseResult["outcome"]): Block[] {
  if (outcome === null) return [{ kind: "text", text: "not carried out", tone: "quiet" }];
  return [{ kind: "text", text: outcome.replaceAll("_", " "), tone: OUTCOME_TONES[outcome] }];
}

function runBlocks({ id, raw_result, artifacts }: QaRun): Block[] {
  const { code_identity: code } = raw_result;
  return [
    { kind: "pair", label: "run", text: id },
    ...(code === null ? [] : [{ kind: "pair", label: "commit", text: code.sha.slice(0, 12) } as const]),
    ...artifacts.map(
      ({ artifact_kind, description }, at): Block => ({
        kind: "pair",
        label: at === 0 ? "left" : "",
        text: `${artifact_kind}: ${description}`,
      }),
    ),
  ];
}

function wayOn(who: CaseResult["judge"], dispatch: string | null): Block[] {
  if (dispatch === null) return [];
  const words =
    who === "agent"
      ? "Who did not capture it judges it; v records your review:"
      : who === "person"
        ? "A person says how it went; v records it:"
        : "It goes on with:";
  return [{ kind: "gap" }, { kind: "text", text: words }, { kind: "quote", text: dispatch }];
}

function show(store: Store, title: string, blocks: readonly Block[]): void {
  store.dispatch({ type: "sheet", sheet: { kind: "answer", title, blocks, scroll: 0 } });
}
