import type { CiOutcome } from "../ci/check.ts";
import type { WorkflowStep } from "../config/config.ts";
import type { ChangeEvents, StepEnd, StepPlace } from "./change-events.ts";
import type { PlannedEffect } from "./planned-effect.ts";
import type { Verdict } from "./step-verdict.ts";

/** What the forge says of a change now. */
export interface Observation {
  readonly state: "open" | "closed" | "merged";
  readonly draft: boolean;
  /** Tip of the change's branch. */
  readonly head: string;
  /** CI on that head; null where it was not asked, because no step needs it. */
  readonly ci: CiOutcome | null;
  /** False where the repository of the branch was deleted. */
  readonly hasBranch: boolean;
}

/** One event of a change without the run's number, time and effects, which whoever appends it gives. */
export type MoveEvent =
  | { readonly type: "step.started"; readonly step: string; readonly round: number; readonly head: string }
  | {
      readonly type: "ci.seen";
      readonly step: string;
      readonly round: number;
      readonly head: string;
      readonly outcome: ChangeEvents["ci.seen"]["outcome"];
      readonly checks: readonly string[];
    }
  | {
      readonly type: "head.moved";
      readonly step: string;
      readonly round: number;
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly type: "step.ended";
      readonly step: string;
      readonly round: number;
      readonly head: string;
      readonly verdict: Verdict;
      readonly why: StepEnd;
    }
  | { readonly type: "run.returned"; readonly step: string; readonly round: number; readonly to: string }
  | {
      readonly type: "run.ended";
      readonly outcome: ChangeEvents["run.ended"]["outcome"];
      readonly why: string;
    };

/** The one thing that is to be done next for a run. */
export type Move =
  /** An effect that was decided is carried out. */
  | {
      readonly kind: "write";
      readonly effect: PlannedEffect;
      /** When somebody began with it before and did not tell of its end, ISO 8601. */
      readonly begunAt: string | null;
    }
  /** Events that follow from what is known; where one ends the run for a person, they are told. */
  | { readonly kind: "advance"; readonly events: readonly MoveEvent[] }
  /** The QA engineer works on a head that CI is done with. */
  | {
      readonly kind: "engage";
      readonly step: WorkflowStep;
      readonly place: StepPlace;
      readonly attempt: number;
      readonly head: string;
      /** `own-tests`: no CI reports here, so the repository's own tests are run. */
      readonly mode: "ci" | "own-tests";
      /** False: the attempts are spent, and only what rules settle is settled. */
      readonly consults: boolean;
    }
  | { readonly kind: "wait"; readonly wait: Wait }
  | { readonly kind: "finished" };

export type Wait =
  /** Until the latest time, ISO 8601. */
  | { readonly for: "ci"; readonly running: readonly string[]; readonly until: string }
  | { readonly for: "builder" | "reviewer"; readonly since: string }
  /** Another process works on it. */
  | { readonly for: "holder"; readonly holder: string; readonly until: string };

export interface MoveSettings {
  readonly timeoutMinutes: number;
  /** This process. */
  readonly holder: string;
  /** Whether a holder runs no more, so that its lease need not be waited for. */
  readonly isGone: (holder: string) => boolean;
}
