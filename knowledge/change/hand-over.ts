import type { Decision } from "../ledger/decide.ts";
import { changeEvent } from "./change-events.ts";
import { currentStep } from "./change-run.ts";
import type { ChangeRun } from "./change-state.ts";

export interface Handing {
  readonly at: string;
  readonly by: string;
  readonly to: "next" | "person";
  readonly note: string | null;
  /** Beginning of the commit that whoever decides it was shown, in small letters; null: they mean what is open. */
  readonly head: string | null;
  /** The step that they were shown; null: they mean what is open. */
  readonly seen: { readonly run: number; readonly step: string; readonly round: number } | null;
}

export type HandOverAnswer =
  | { readonly kind: "done" }
  /** It was handed to them before. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly refusal: HandOverRefusal };

export interface HandOverRefusal {
  readonly code: string;
  readonly why: string;
  readonly recover: string;
}

/**
 * Hands the open step on: one of somebody outside to the next step, any to a person. The QA engineer's own step ends by
 * what CI says, and nobody says it for them. Pure.
 */
export function handOver(run: ChangeRun, { seen, head, ...handing }: Handing): Decision<HandOverAnswer> {
  const current = currentStep(run);
  if (current === null && run.ended === null)
    return refused(
      "step_not_begun",
      "no step of the run has begun yet",
      "`assay change work` begins with the first one",
    );
  if (current === null)
    return refused(
      "change_run_ended",
      "no step of the change is open",
      "`assay change start` begins another run",
    );
  const { step, round } = current;
  const isSeen =
    seen === null || (seen.run === run.run && seen.step === step.name && seen.round === round.round);
  if (!isSeen)
    return refused(
      "change_moved_on",
      `step ${step.name}, round ${round.round} is open by now`,
      "look at the change again, then decide",
    );
  if (head !== null && !round.head.startsWith(head))
    return refused(
      "change_moved_on",
      `step ${step.name} is about ${round.head.slice(0, 12)} by now`,
      "look at that commit, then decide",
    );
  if (round.handedOver?.to === handing.to) return { events: [], answer: { kind: "unchanged" } };
  if (handing.to === "next" && step.agentRole === "ci-resolver")
    return refused(
      "step_not_outside",
      `step ${step.name} is the QA engineer's and ends by what CI says`,
      "`assay change work` goes on with it; --to person takes the change over",
    );
  const place = { run: run.run, step: step.name, round: round.round };
  return {
    events: [changeEvent("step.handed-over", { ...place, ...handing })],
    answer: { kind: "done" },
  };
}

function refused(code: string, why: string, recover: string): Decision<HandOverAnswer> {
  return { events: [], answer: { kind: "refused", refusal: { code, why, recover } } };
}
