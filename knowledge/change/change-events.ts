import type { Workflow } from "../config/config.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import type { EffectKind, EffectOutcome, PlannedEffect } from "./planned-effect.ts";
import type { FailureNote, Verdict } from "./step-verdict.ts";

/**
 * What happens to a change under QA, one stream a change. Times are ISO 8601 in UTC. Every event of a run carries its
 * number; steps are named as in the workflow, rounds count from 1, attempts from 1 in each round.
 */
export interface ChangeEvents {
  /** A run begins; the workflow is frozen with it. Numbers count from 1 in the stream. */
  "run.started": {
    readonly run: number;
    readonly at: string;
    readonly by: string;
    readonly change: ChangeIdentity;
    readonly workflow: Workflow;
    /** False where a person opened the change: then no builder is waited for. */
    readonly hasBuilder: boolean;
    /** What a person added to the intent, or null. */
    readonly note: string | null;
    /** Issue of ours that began the change, in its repository, or null; absent in runs from before it was noted. */
    readonly issue?: number | null;
    /** Random; marks of what the run writes are made with it, so that nobody else can write one. */
    readonly secret: string;
  };
  /** A step begins, or begins again in a new round, at this head of the branch. */
  "step.started": StepPlace & { readonly at: string; readonly head: string };
  /** CI on a head differs from what was seen before. */
  "ci.seen": StepPlace & {
    readonly at: string;
    readonly head: string;
    readonly outcome: "running" | "passed" | "failed" | "unclear" | "none";
    /** Names of the checks that the outcome rests on. */
    readonly checks: readonly string[];
  };
  /** The head of the branch moved to a commit that the step did not make. */
  "head.moved": StepPlace & { readonly at: string; readonly from: string; readonly to: string };
  "attempt.claimed": AttemptPlace & {
    readonly at: string;
    readonly holder: string;
    /** After which anybody may take it over. */
    readonly until: string;
    readonly head: string;
  };
  /** The same holder works on. */
  "attempt.extended": AttemptPlace & { readonly until: string };
  "attempt.ended": AttemptPlace & {
    readonly at: string;
    readonly verdict: Verdict;
    readonly failures: readonly FailureNote[];
    readonly effects: readonly PlannedEffect[];
  };
  /** A process is about to carry out a planned effect. */
  "effect.begun": {
    readonly run: number;
    readonly at: string;
    readonly key: string;
    readonly holder: string;
  };
  /** A planned effect was carried out: once for each key. */
  "effect.done": {
    readonly run: number;
    readonly at: string;
    readonly key: string;
    readonly what: EffectKind;
    /** Address of what was written, a commit's hash, or null. */
    readonly url: string | null;
    /**
     * `moved`: the branch stood elsewhere; the attempt that wanted the commit is void. `refused`: the forge or the
     * remote does not take it, and says why.
     */
    readonly outcome: EffectOutcome;
    /** Why it was refused, masked, else null. */
    readonly why: string | null;
  };
  "step.ended": StepPlace & {
    readonly at: string;
    readonly head: string;
    readonly verdict: Verdict;
    /** `nothing-to-do`: no agent was needed. `confirmed`: CI passed on its commit. */
    readonly why: StepEnd;
    readonly effects: readonly PlannedEffect[];
  };
  /** CODE CHANGE NEEDED: everything from the builder on is done again. */
  "run.returned": StepPlace & { readonly at: string; readonly to: string };
  "run.ended": {
    readonly run: number;
    readonly at: string;
    readonly outcome: RunOutcome;
    readonly why: string;
  };
  /**
   * Whoever looked without a checkout sees that the next thing is for a host that has one. Holds until something comes
   * of the run; a claim alone takes nothing back.
   */
  ready: {
    readonly run: number;
    readonly at: string;
    /** Head of the branch that was looked at. */
    readonly head: string;
    readonly why: ReadyWhy;
  };
  /** A person or an outside role says that its step is done, or takes the change over. */
  "step.handed-over": StepPlace & {
    readonly at: string;
    readonly by: string;
    readonly to: "next" | "person";
    readonly note: string | null;
  };
}

/**
 * What a host with a checkout has to do. `ci-failed`: the QA engineer works on failed checks. `own-tests`: no CI
 * reports, so the repository's own tests are run. `to-write`: what was decided is to be written to the forge.
 * `to-person`: the run ends with a person, who is to be told.
 */
export type ReadyWhy = "ci-failed" | "own-tests" | "to-write" | "to-person";

/**
 * Why a step ended. `nothing-to-do`: no agent was needed. `confirmed`: CI passed on its commit. `answered`: an outside
 * role did its part. `skipped`: a change that a person opened has no builder.
 */
export type StepEnd =
  | "nothing-to-do"
  | "confirmed"
  | "sent-back"
  | "blocked"
  | "attempts-spent"
  | "returns-spent"
  | "timeout"
  | "finding-for-person"
  | "answered"
  | "skipped"
  | "person"
  | "closed";

export type RunOutcome = "done" | "person" | "closed";

export interface StepPlace {
  readonly run: number;
  readonly step: string;
  readonly round: number;
}

export interface AttemptPlace extends StepPlace {
  readonly attempt: number;
}

/** What names a change for good. */
export interface ChangeIdentity {
  readonly host: string;
  readonly repository: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly author: string;
  readonly headRepository: string;
  readonly headBranch: string;
  readonly baseBranch: string;
}

export type ChangeEventType = keyof ChangeEvents;

/** An event of a change, as it is appended. */
export function changeEvent<Type extends ChangeEventType>(type: Type, data: ChangeEvents[Type]): LedgerEvent {
  return { type: `change.${type}`, v: 1, data: data as unknown as LedgerEvent["data"] };
}

/** Stream of a change. */
export function changeStream(repository: string, number: number): string {
  return `change/${repository.replace("/", ".").toLowerCase()}.${number}`;
}

/** Account of a change run: where its reservations and settlements stand. */
export function changeAccount(repository: string, number: number, run: number): string {
  return `${changeStream(repository, number).replace("change/", "change-")}.${run}`;
}
