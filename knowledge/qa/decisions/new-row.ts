import type { QaRefusal } from "../refusal.ts";
import type { EnvironmentSnapshot, Requirement } from "../requirement.ts";
import type { Subject } from "../subject.ts";
import type { DecisionContext } from "./context.ts";
import { refuse } from "./decision.ts";
import { recordedBy } from "./recorded-by.ts";
import { subjectColumns } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

/** Columns of a row that its maker chooses. */
export type ChosenColumns = Pick<
  Requirement,
  | "qa_kind"
  | "qa_phase"
  | "target_env"
  | "target_env_snapshot"
  | "blocking_mode"
  | "requirement_source"
  | "success_policy"
  | "capability_requirements"
  | "suite_id"
  | "title"
  | "plan_case"
  | "method_id"
  | "instructions"
  | "expected_outcome"
  | "method_config"
>;

/** A row as it is created: nothing of it is discharged, and no config was corrected. Pure. */
export function newRow(
  id: string,
  subject: Subject,
  columns: ChosenColumns,
  { at, actor }: DecisionContext,
): Requirement {
  return {
    id,
    ...subjectColumns(subject),
    ...columns,
    method_config_revision: 0,
    waived_at: null,
    waiver_rationale: null,
    waiver_source: null,
    waived_by: null,
    waiver_expires_at: null,
    superseded_by_requirement_id: null,
    superseded_at: null,
    supersession_rationale: null,
    supersession_source: null,
    replacement_requirement_id: null,
    retracted_at: null,
    retraction_reason: null,
    created_at: at,
    created_by: recordedBy(actor),
  };
}

/** Columns that a target's name gives: itself, and the registered environment as it is now. `local` needs no record. Pure. */
export function targetColumns(
  target: string | null,
  { environments }: Pick<DecisionContext, "environments">,
): Pick<Requirement, "target_env" | "target_env_snapshot"> | QaRefusal {
  if (target === null || target === "local") return { target_env: target, target_env_snapshot: null };
  const registered = environments.find(({ name }) => name === target);
  if (registered === undefined) {
    const known = environments.map(({ name }) => name).join(", ");
    return refuse(
      "environment_unknown",
      `no environment is named ${target}; there are: local${known === "" ? "" : `, ${known}`}; to register it, add \`{name: ${target}, kind: preview}\` to \`environments\` in .assay/config.yaml`,
      WAY_OUT.settings(),
    );
  }
  const { name, kind, base_url } = registered;
  const target_env_snapshot: EnvironmentSnapshot = { name, kind, base_url };
  return { target_env: name, target_env_snapshot };
}
