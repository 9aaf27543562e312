import type { QaRun } from "../qa-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import { refuse } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { WAY_OUT } from "./way-out.ts";

export interface FoundRow extends RequirementState {
  readonly kind: "found";
}

/** The row of that id, or that there is none. Pure. */
export function findRow(state: SubjectState, id: string): FoundRow | QaRefusal {
  const found = Object.hasOwn(state.requirements, id) ? state.requirements[id] : undefined;
  return found === undefined ? missing("requirement", id, state) : { kind: "found", ...found };
}

/** A row that still binds: there, and not discharged. Pure. */
export function findBindingRow(state: SubjectState, id: string, at: string): FoundRow | QaRefusal {
  const found = findRow(state, id);
  if (found.kind === "refused") return found;
  const discharge = dischargeOf(found.row, at);
  return discharge === null ? found : alreadyDischarged(found.row, discharge);
}

export function alreadyDischarged(row: Requirement, discharge: string): QaRefusal {
  return refuse(
    "already_discharged",
    `${row.id} is ${discharge}: nothing is owed for it any more`,
    WAY_OUT.showRequirement(row.id),
  );
}

export interface FoundRun extends RequirementState {
  readonly kind: "found";
  readonly run: QaRun;
}

/** The run of that id with its requirement, or that there is none. Pure. */
export function findRun(state: SubjectState, id: string): FoundRun | QaRefusal {
  for (const requirement of Object.values(state.requirements)) {
    const run = requirement.runs.find((one) => one.id === id);
    if (run !== undefined) return { kind: "found", ...requirement, run };
  }
  return missing("run", id, state);
}

function missing(noun: string, id: string, state: SubjectState): QaRefusal {
  return refuse("row_missing", `there is no ${noun} ${id}`, WAY_OUT.listAny(state));
}
