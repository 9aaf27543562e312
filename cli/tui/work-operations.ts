import type {
  ClaimOut,
  GateSummary,
  ItemList,
  ItemShown,
  ItemStatus,
  MoveOut,
  PlanList,
  PlanUses,
  PlanValidation,
  PlanView,
  QaCaseRun,
  QaPlanRun,
  QaResponse,
  QaRun,
  RequirementList,
  RequirementShown,
} from "#knowledge";
import type { Verdict, WorkAct, WorkPlace } from "./work-asks.ts";

type Act<Verb extends WorkAct["verb"]> = Extract<WorkAct, { readonly verb: Verb }>;

/** A run that was recorded, and what it settled. */
export type RunDone = QaResponse<{ readonly run: QaRun; readonly superseded: readonly string[] }>;

/** What a person says of a run. */
export interface Said {
  readonly verdict: Verdict;
  readonly reason: string | null;
}

/**
 * What the screens of plans and work can ask and do. Those of the function-call surface answer with its envelope: a
 * refusal is no error. `isDry`: nothing is written, the answer says what would be. `seq`: where the stream ended when it was
 * shown; what was written since is refused. Null: nothing was shown.
 */
export interface WorkOperations {
  plans(): Promise<PlanList>;
  plan(slug: string): Promise<PlanView>;
  planProblems(): Promise<PlanValidation>;
  /** Of one plan with what differs, of all counted. */
  planUses(slug: string | null): Promise<PlanUses>;
  /** Items at work, or with those that ended. */
  items(all: boolean): Promise<ItemList>;
  item(place: WorkPlace): Promise<ItemShown>;
  gate(place: WorkPlace, target: GateTarget): Promise<GateSummary>;
  requirements(key: string): Promise<RequirementList>;
  requirement(id: string): Promise<RequirementShown>;
  carryOut(carrying: Act<"carry out">["carrying"], isDry: boolean): Promise<QaCaseRun>;
  runPlan(act: Act<"run plan">, isDry: boolean): Promise<QaPlanRun>;
  completeRun(run: string, said: Said, seq: number | null): Promise<RunDone>;
  review(run: string, said: Said, seq: number | null): Promise<RunDone>;
  addRun(requirement: string, said: Said, seq: number | null): Promise<RunDone>;
  waive(act: Omit<Act<"waive">, "verb">, isDry: boolean): Promise<QaResponse<unknown>>;
  claim(act: Act<"claim" | "release">, isDry: boolean): Promise<ClaimOut>;
  move(place: WorkPlace, to: ItemStatus, seq: number | null): Promise<MoveOut>;
}

/** A status before which a gate stands. */
export type GateTarget = "reviewing-implementation" | "reviewed-implementation" | "done";
