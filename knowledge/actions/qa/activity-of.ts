import * as z from "zod/mini";
import type { Method } from "../../plan/method.ts";
import type { QaRun } from "../../qa/qa-run.ts";
import { Time, Verdict } from "../../qa/row-schemas.ts";
import type { RequirementState } from "../../qa/subject-state.ts";
import type { SubjectRead } from "./read-subject.ts";

/** One run as the list of activity has it. */
export const ActivityRow = z.object({
  at: Time.check(z.describe("when it was completed, else when it began")),
  public_ref: z.string().check(z.describe("the item or the execution")),
  task_num: z.nullable(z.int()),
  deployment_member_public_ref: z.null(),
  deployment_stage: z.null(),
  deployment_run_id: z.null(),
  requirement_id: z.string(),
  title: z.string(),
  qa_kind: z.string(),
  qa_run_id: z.string(),
  plan_run_id: z.nullable(z.string()),
  performed_by: z.string(),
  state: z
    .enum(["running", "captured", "reviewed", "completed"])
    .check(z.describe("captured: waits for a review; reviewed: another run judges it")),
  verdict: z.nullable(Verdict),
  decided_by: z.nullable(z.enum(["code", "model", "person"])),
  reviewed_by_run_id: z.nullable(z.string()),
});
export type ActivityRow = z.output<typeof ActivityRow>;

/**
 * The newest runs of a subject, at most `limit`, and beside them every one that is open or waits for a review: a list that is
 * cut short loses what is over. Pure.
 */
export function activityOf(
  { stream, qa }: Pick<SubjectRead, "stream" | "qa">,
  methods: readonly Method[],
  limit: number,
): { readonly public_ref: string; readonly rows: readonly ActivityRow[]; readonly isTruncated: boolean } {
  const public_ref = stream.slice(stream.indexOf("/") + 1);
  const rows = Object.values(qa.requirements)
    .flatMap((requirement) => requirement.runs.map((run) => rowOf(requirement, run, methods, public_ref)))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const kept = rows.filter(
    ({ state }, index) => index < limit || state === "running" || state === "captured",
  );
  return { public_ref, rows: kept, isTruncated: kept.length < rows.length };
}

function rowOf(
  { row, runs }: RequirementState,
  run: QaRun,
  methods: readonly Method[],
  public_ref: string,
): ActivityRow {
  const review = runs.findLast(({ judges_run_id }) => judges_run_id === run.id);
  return {
    at: run.completed_at ?? run.started_at,
    public_ref,
    task_num: row.task_num,
    deployment_member_public_ref: null,
    deployment_stage: null,
    deployment_run_id: null,
    requirement_id: row.id,
    title: row.title,
    qa_kind: run.qa_kind,
    qa_run_id: run.id,
    plan_run_id: run.plan_run_id,
    performed_by: run.performed_by,
    state: stateOf(run, review, methods, row.method_id),
    verdict: run.verdict,
    decided_by: run.decided_by,
    reviewed_by_run_id: review?.id ?? null,
  };
}

function stateOf(
  run: QaRun,
  review: QaRun | undefined,
  methods: readonly Method[],
  method_id: string | null,
): ActivityRow["state"] {
  if (review !== undefined) return "reviewed";
  if (run.verdict !== null) return "completed";
  const isForAgent =
    run.performed_by === "agent_mission" ||
    methods.find(({ id }) => id === method_id)?.verdict_path === "agent";
  return isForAgent && run.artifacts.length > 0 ? "captured" : "running";
}
