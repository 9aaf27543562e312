/** Statuses that a gate of QA guards; a move to any other one asks nothing of it. */
export const GATE_TARGETS = ["reviewing-implementation", "reviewed-implementation", "done"] as const;
export type GateTarget = (typeof GATE_TARGETS)[number];

/** Whether a gate of QA guards the status. */
export function isGateTarget(status: string): status is GateTarget {
  return (GATE_TARGETS as readonly string[]).includes(status);
}
