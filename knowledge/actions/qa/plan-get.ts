import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { Time, Verdict } from "../../qa/row-schemas.ts";
import type { RequirementState } from "../../qa/subject-state.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf, type Target } from "./envelope.ts";
import { jsonObject, text } from "./payload-parts.ts";
import { placeOfSubject } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { rowsOfSubject } from "./rows-of-subject.ts";
import { viewRequirements } from "./view-requirements.ts";
import { RunOut } from "./views/qa-rows.ts";
import { type RequirementView, StandingOut } from "./views/requirement-view.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      plan_id: z._default(z.nullable(text(100)), null).check(z.describe("one plan; null for all")),
      detail: z
        ._default(z.enum(["summary", "full"]), "summary")
        .check(
          z.describe(
            "full: also what is carried out, how each stands and why, runs with evidence and review",
          ),
        ),
    }),
  ),
);

const Case = z.object({
  case_key: z.string(),
  requirement_id: z.string(),
  task_num: z.nullable(z.int()),
  title: z.string(),
  method_id: z.nullable(z.string()),
  target_env: z.nullable(z.string()),
  qa_phase: z.string(),
  blocking_mode: z.string(),
  word: z.string().check(z.describe("how it stands")),
  verdict: z.nullable(Verdict).check(z.describe("of its newest run")),
  plan_currency: z.nullable(z.string()),
  full: z.optional(
    z.object({
      instructions: z.nullable(z.string()),
      expected_outcome: z.nullable(z.string()),
      method_config: z.nullable(jsonObject()),
      success_policy: z.nullable(jsonObject()),
      differing: z.array(z.string()),
      standing: StandingOut,
      runs: z.array(RunOut),
    }),
  ),
});

export const QaPlanGot = z.lazy(() =>
  responseOf(
    z.object({
      plans: z.array(
        z.object({
          plan_id: z.string(),
          attachments: z.array(
            z.object({ transition: z.string(), attached_at: Time, is_retracted: z.boolean() }),
          ),
          cases: z.array(Case),
        }),
      ),
      more: z.nullable(z.string()).check(z.describe("what gives the rest, where this is a summary")),
    }),
  ),
);
export type QaPlanGot = z.output<typeof QaPlanGot>;

/**
 * The plans of a subject, with each case and its verdict: a summary that can be scanned, or with `detail` full everything.
 * Errors: input_invalid, config_invalid, those of the ports.
 */
export const qaPlanGet = operation({
  id: "qa.plan.get",
  title: "Show the plans of a subject with each verdict",
  input: Input,
  output: QaPlanGot,
  writes: false,
  async run(
    deps: Pick<Deps, "clock" | "configFile" | "ledger" | "projectFiles">,
    { target, payload: { plan_id, detail } },
  ): Promise<QaPlanGot> {
    const place = placeOfSubject("qa.plan.get", target);
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const rows = rowsOfSubject(read.qa, place.subject).filter(({ row }) =>
      isOf(row.plan_case?.plan, plan_id),
    );
    const views = await viewRequirements(deps, read, rows);
    const attachments = read.qa.attachments.filter(({ plan }) => isOf(plan, plan_id));
    const names = new Set([
      ...attachments.map(({ plan }) => plan),
      ...rows.flatMap(({ row }) => row.plan_case?.plan ?? []),
    ]);
    const plans = [...names].map((name) => ({
      plan_id: name,
      attachments: attachments
        .filter(({ plan }) => plan === name)
        .map(({ transition, attached_at, retracted }) => ({
          transition,
          attached_at,
          is_retracted: retracted !== null,
        })),
      cases: views.flatMap((view, at) =>
        view.plan_case?.plan === name ? [caseOf(view, rows[at]!, detail === "full")] : [],
      ),
    }));
    return told({ plans, more: detail === "full" ? null : `assay qa plan get ${flagsOf(target)} --full` });
  },
});

function isOf(plan: string | undefined, wanted: string | null): boolean {
  return plan !== undefined && (wanted === null || plan === wanted);
}

function caseOf(view: RequirementView, { runs }: RequirementState, isFull: boolean): z.output<typeof Case> {
  const { standing, plan_case, plan_currency } = view;
  return {
    case_key: plan_case?.case_key ?? "",
    requirement_id: view.id,
    task_num: view.task_num,
    title: view.title,
    method_id: view.method_id,
    target_env: view.target_env,
    qa_phase: view.qa_phase,
    blocking_mode: view.blocking_mode,
    word: standing.word,
    verdict: runs.findLast(({ verdict }) => verdict !== null)?.verdict ?? null,
    plan_currency: plan_currency?.kind ?? null,
    ...(isFull
      ? {
          full: {
            instructions: view.instructions,
            expected_outcome: view.expected_outcome,
            method_config: view.method_config,
            success_policy: view.success_policy,
            differing: plan_currency?.fields ?? [],
            standing,
            runs: [...runs],
          },
        }
      : {}),
  };
}

function flagsOf(target: Target | undefined): string {
  switch (target?.kind) {
    case "item":
      return `--item ${target.item_id}`;
    case "task":
      return `--item ${target.epic_id} --task ${target.task_num}`;
    case "execution":
      return `--execution ${target.execution_id}`;
    default:
      return "";
  }
}
