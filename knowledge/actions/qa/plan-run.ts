import * as z from "zod/mini";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import { randomDigits } from "../../qa/qa-id.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { type Subject, subjectStream } from "../../qa/subject.ts";
import { shellWord } from "../../text/shell-word.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { executionPayload } from "./case-run.ts";
import { requestOf } from "./envelope.ts";
import { executionPlace } from "./execution-place.ts";
import { text } from "./payload-parts.ts";
import { placeOfName, placeOfSubject, type SubjectPlace } from "./place-of.ts";
import { type BegunPlanRun, beginOrResume } from "./plan-run-begin.ts";
import type { PlanRunDeps } from "./plan-run-deps.ts";
import { walkRoster } from "./plan-run-walk.ts";
import { projectName } from "./project-name.ts";
import { readSubject } from "./read-subject.ts";
import { QaPlanRun } from "./views/plan-run-view.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      plan: z._default(z.nullable(text(100)), null).check(z.describe("slug of a plan in .assay/plans")),
      project: z
        ._default(z.nullable(text(200)), null)
        .check(z.describe("with target `project`: name of this project, for whose sake it runs")),
      resume: z
        ._default(z.nullable(text(200)), null)
        .check(z.describe("id of a plan run that was cut short, to go on with")),
      replaces: z
        ._default(z.array(z.strictObject({ case_key: text(100), requirement_id: text(200) })), [])
        .check(z.describe("cases that correct a failed requirement")),
      ...executionPayload(),
    }),
  ),
);

/**
 * Carries out the cases of a plan over an item, a task, or for nobody's item (target `project`: an execution of its own,
 * which credits nothing). What is missing of its requirements is made first. One that a killed process left is gone on
 * with: what passed is not carried out again. Errors: those of `executeCase`.
 */
export const qaPlanRun = operation({
  id: "qa.plan.run",
  title: "Carry out the cases of a plan",
  input: Input,
  output: QaPlanRun,
  writes: true,
  async run(deps: PlanRunDeps, request): Promise<QaPlanRun> {
    const called = "qa.plan.run";
    const { payload } = request;
    const here = await executionPlace(deps, called, payload);
    if (here.kind === "refused") return refused(here);
    const subject = await subjectOfRun(deps, request);
    if (subject.kind === "refused") return refused(subject);
    const begun = await beginOrResume(deps, { called, request, subject, ...payload });
    if (begun.kind === "refused") return refused(begun);
    const { warnings } = here;
    if (begun.kind === "answered") return begun.response as QaPlanRun;
    if (begun.kind === "planned")
      return told({ ...about(subject, begun.plan), ...NOTHING, cases: [...begun.cases] }, [
        ...warnings,
        { code: "dry_run", message: "nothing was carried out" },
      ]);
    if (begun.kind === "held")
      return told({ ...about(subject, begun.planRun.plan), ...heldBy(begun) }, warnings);
    const world = {
      ...here.world,
      place: subject,
      within: { plan_run_id: begun.planRun.id, holder: begun.holder },
    };
    return walkRoster(deps, world, { request, subject, begun, warnings });
  },
});

const NOTHING = { plan_run_id: null, outcome: null, is_resumed: false } as const;

function about({ subject }: SubjectPlace, plan: string) {
  return {
    plan,
    subject:
      subject.kind === "item"
        ? subject.item_id
        : subject.kind === "task"
          ? subject.epic_id
          : subject.execution_id,
    task_num: subject.kind === "task" ? subject.task_num : null,
  };
}

/** What is said of a plan run that another process carries out. */
function heldBy({ planRun, titles }: Extract<BegunPlanRun, { readonly kind: "held" }>) {
  const reason = `${planRun.lease?.holder ?? planRun.begun_by} carries it out, until ${planRun.lease?.until ?? "it ends"} at least`;
  return {
    plan_run_id: planRun.id,
    outcome: "waiting" as const,
    is_resumed: false,
    cases: planRun.roster.map(({ requirement_id, case_key }) => ({
      requirement_id,
      case_key,
      title: titles.get(requirement_id) ?? case_key,
      outcome: planRun.outcomes[requirement_id]?.outcome ?? ("waiting" as const),
      qa_run_id: planRun.outcomes[requirement_id]?.qa_run_id ?? null,
      reason,
      judge: null,
      dispatch: WAY_OUT.resumePlanRun(planRun.id),
    })),
  };
}

/** Whose plan run it is: of the target, or of the one that is gone on with. */
async function subjectOfRun(
  deps: PlanRunDeps,
  request: z.output<typeof Input>,
): Promise<SubjectPlace | QaRefusal> {
  const { target, payload } = request;
  if (payload.resume !== null) {
    const place = placeOfName(payload.resume, "plan-run");
    if (place.kind === "refused") return place;
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return read;
    const planRun = read.qa.planRuns.find(({ id }) => id === payload.resume);
    const first = read.qa.requirements[planRun?.roster[0]?.requirement_id ?? ""]?.row;
    if (first === undefined)
      return {
        kind: "refused",
        code: "row_missing",
        why: `there is no plan run ${payload.resume}`,
        recover: "assay qa activity",
      };
    const { item_id, epic_id, task_num, execution_id } = first;
    const subject: Subject =
      epic_id !== null && task_num !== null
        ? { kind: "task", epic_id, task_num }
        : execution_id !== null
          ? { kind: "execution", execution_id }
          : { kind: "item", item_id: item_id ?? "" };
    return { kind: "place", stream: place.stream, subject };
  }
  if (target?.kind !== "project") return placeOfSubject("qa.plan.run", target);
  const name = await projectName(deps);
  if (payload.project !== null && payload.project !== name)
    return {
      kind: "refused",
      code: "precondition_failed",
      why: `this is project ${name}, not ${payload.project}: a plan runs in the work tree of its project`,
      recover: `assay qa plan run --plan ${shellWord(payload.plan ?? "PLAN")} --project ${shellWord(name)}`,
    };
  const subject = { kind: "execution", execution_id: `exec-${randomDigits(deps.ids.random(8))}` } as const;
  return { kind: "place", stream: subjectStream(subject), subject };
}
