import type { Workflow } from "../config/config.ts";
import type { ChangeEvents, ChangeIdentity, RunOutcome, StepEnd } from "./change-events.ts";
import type { DoneEffect, PlannedEffect } from "./planned-effect.ts";
import type { FailureNote, Verdict } from "./step-verdict.ts";

/** A change under QA: its runs, the last of which may be live. */
export interface ChangeState {
  readonly runs: readonly ChangeRun[];
}

export interface ChangeRun {
  readonly run: number;
  readonly at: string;
  readonly by: string;
  readonly change: ChangeIdentity;
  readonly workflow: Workflow;
  readonly hasBuilder: boolean;
  readonly note: string | null;
  /** Issue of ours that began the change, or null. */
  readonly issue: number | null;
  readonly secret: string;
  readonly steps: readonly StepState[];
  /** Times that the change was sent back to its builder. */
  readonly returnRounds: number;
  /** Some check has reported on the change: its repository has CI for changes. */
  readonly hasCi: boolean;
  /** In the order in which they were planned. */
  readonly effects: readonly PlannedEffect[];
  /** Who last began to carry one out, by key. */
  readonly begun: Readonly<Record<string, { readonly at: string; readonly holder: string }>>;
  readonly done: Readonly<Record<string, DoneEffect>>;
  /** Keys that were planned by what counts for nothing any more; planned again, they are due again. */
  readonly dropped: readonly string[];
  /** What a host with a checkout is to do next, as it was seen without one; null where that was not seen. */
  readonly ready: Pick<ChangeEvents["ready"], "at" | "head" | "why"> | null;
  readonly ended: { readonly at: string; readonly outcome: RunOutcome; readonly why: string } | null;
}

export interface StepState {
  readonly name: string;
  /** Oldest first; none before the step's first turn. */
  readonly rounds: readonly RoundState[];
}

export interface RoundState {
  readonly round: number;
  readonly at: string;
  /** Head of the branch that the round is about now. */
  readonly head: string;
  /** When that head was first seen. */
  readonly headAt: string;
  readonly ci: Pick<ChangeEvents["ci.seen"], "at" | "head" | "outcome" | "checks"> | null;
  /** Where CI failed last in this round before somebody else pushed, and on what; null where neither came. */
  readonly failedBefore: { readonly head: string; readonly checks: readonly string[] } | null;
  readonly attempts: readonly AttemptState[];
  readonly handedOver: Pick<ChangeEvents["step.handed-over"], "at" | "by" | "to" | "note"> | null;
  readonly ended: {
    readonly at: string;
    readonly head: string;
    readonly verdict: Verdict;
    readonly why: StepEnd;
  } | null;
}

export interface AttemptState {
  readonly attempt: number;
  readonly at: string;
  readonly head: string;
  readonly holder: string;
  readonly until: string;
  readonly ended: {
    readonly at: string;
    readonly verdict: Verdict;
    readonly failures: readonly FailureNote[];
    /** Keys of its effects. */
    readonly effects: readonly string[];
  } | null;
  /** The branch moved before its commit could be made: it counts for nothing. */
  readonly isVoid: boolean;
}
