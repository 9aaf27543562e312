import { WAY_OUT } from "../qa/decisions/way-out.ts";
import type { QaRefusal } from "../qa/refusal.ts";

/** No model judges this run, and why: a person does. */
export function byHand(run: string, why: string): QaRefusal {
  return {
    kind: "refused",
    code: "precondition_failed",
    why: `no model judges ${run}: ${why}`,
    recover: WAY_OUT.recordVerdict(run, "pass", "as its captures show"),
  };
}
