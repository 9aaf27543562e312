import { shellWord } from "../../text/shell-word.ts";
import type { Performer, QaVerdict } from "../qa-run.ts";
import type { DischargeSource, Requirement } from "../requirement.ts";
import type { Subject } from "../subject.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import { hasFailed } from "./is-judged.ts";
import { ownerOf, subjectOf } from "./subject-columns.ts";

/** Command lines that get out of a refusal, whole: each of them can be run as it stands. Pure. */
export const WAY_OUT = {
  showRequirement: (id: string) => line("qa requirement get", { "requirement-id": id }),
  listRequirements: (subject: Subject) => line("qa requirement list", subjectFlags(subject)),
  /** The requirements of the subject that a state is of. */
  listAny: ({ requirements }: SubjectState) => {
    const any = Object.values(requirements)[0];
    return any === undefined ? "assay item list" : WAY_OUT.listRequirements(subjectOf(any.row));
  },
  /** The requirement that every piece of work has where nobody has said more. */
  addFirst: (subject: Subject) =>
    line("qa requirement add", {
      ...subjectFlags(subject),
      title: "Review of the implementation",
      "qa-kind": "implementation_review",
      "qa-phase": "verification",
    }),
  /** Records once more what a row asks for, to be corrected; where it has failed, to take its place. */
  addCorrected: ({ row, runs }: RequirementState) =>
    line("qa requirement add", {
      ...subjectFlags(subjectOf(row)),
      title: row.title,
      "qa-kind": row.qa_kind,
      "qa-phase": row.qa_phase,
      ...(row.target_env === null ? {} : { "target-env": row.target_env }),
      ...(row.method_id === null ? {} : { "method-id": row.method_id }),
      ...(row.method_config === null ? {} : { "method-config": JSON.stringify(row.method_config) }),
      ...(hasFailed({ runs }) && row.replacement_requirement_id === null ? { replaces: row.id } : {}),
    }),
  waive: (id: string, rationale: string, source: DischargeSource) =>
    line("qa requirement waive", { "requirement-id": id, rationale, source, force: true }),
  supersede: (id: string, by: string, rationale: string) =>
    line("qa requirement supersede", {
      "requirement-id": id,
      "superseded-by-requirement-id": by,
      rationale,
    }),
  declareReplacement: (id: string, by: string, rationale: string) =>
    line("qa requirement supersede", {
      "requirement-id": id,
      "superseded-by-requirement-id": by,
      rationale,
      "declare-replacement": true,
    }),
  updateField: (id: string, field: string, value: unknown) =>
    line("qa requirement update", { "requirement-id": id, field, value: JSON.stringify(value) }),
  /** Carries the case out where something does; else begins the run of who proves it by hand. */
  prove: ({ id, method_id }: Requirement) =>
    method_id === null ? WAY_OUT.addRun(id, "manual") : WAY_OUT.runCase(id),
  runCase: (id: string) => line("qa case run", { "requirement-id": id }),
  runCaseWaiting: (id: string) => line("qa case run", { "requirement-id": id, wait: "600" }),
  addRun: (id: string, performer: Performer) =>
    line("qa run add", { "requirement-id": id, "performed-by": performer }),
  listRuns: (requirement: string) => line("qa run list", { "requirement-id": requirement }),
  showRun: (run: string) => line("qa run show", { "run-id": run }),
  completeRun: (run: string, verdict: QaVerdict, reason: string) =>
    line("qa run complete", { "run-id": run, verdict, reason }),
  recordVerdict: (run: string, verdict: QaVerdict, reason: string) =>
    line("qa run record-verdict", { "run-id": run, verdict, reason }),
  addArtifact: (run: string) =>
    line("qa artifact add", { "run-id": run, kind: "report", file: "evidence.txt" }),
  runPlan: (plan: string, subject: Subject) => line("qa plan run", { plan, ...subjectFlags(subject) }),
  resumePlanRun: (id: string) => line("qa plan run", { resume: id }),
  materialize: (plan: string, subject: Subject) =>
    line("qa plan materialize", { plan, ...subjectFlags(subject) }),
  rematerialize: (plan: string, subject: Subject) =>
    line("qa plan rematerialize", { plan, ...subjectFlags(subject) }),
  attachPlan: (plan: string, subject: Subject, transition: string) =>
    line("qa item-plan attach", { ...subjectFlags(subject), "plan-id": plan, transition }),
  showPlan: (plan: string) => `assay plan show ${shellWord(plan)}`,
  checkPlans: () => "assay plan validate",
  claim: (subject: Subject) =>
    `assay item claim ${shellWord(ownerOf(subject))}${subject.kind === "task" ? ` --task ${subject.task_num}` : ""}`,
  takeOver: (subject: Subject) => `${WAY_OUT.claim(subject)} --take-over`,
  steer: (subject: Subject) => `assay seat take steering --covers ${shellWord(ownerOf(subject))}`,
  /** Shows the settings that say no, by file and line; changing them is a person's decision. */
  settings: () => "assay config",
  /** What finds or installs what a case needs of its host. */
  hostCapability: (kind: string) => (kind === "browser-control" ? "assay qa browser setup" : "assay doctor"),
} as const;

type Flags = Readonly<Record<string, string | number | true>>;

function line(command: string, flags: Flags): string {
  const words = Object.entries(flags).map(([name, value]) =>
    value === true ? `--${name}` : `--${name} ${shellWord(String(value))}`,
  );
  return ["assay", command, ...words].join(" ");
}

function subjectFlags(subject: Subject): Flags {
  switch (subject.kind) {
    case "item":
      return { item: subject.item_id };
    case "task":
      return { item: subject.epic_id, task: subject.task_num };
    case "execution":
      return { execution: subject.execution_id };
  }
}
