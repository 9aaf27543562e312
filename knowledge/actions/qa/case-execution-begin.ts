import * as z from "zod/mini";
import type { Method } from "../../plan/method.ts";
import type { Deps } from "../../ports/deps.ts";
import { findRow } from "../../qa/decisions/find-row.ts";
import { startRun } from "../../qa/decisions/start-run.ts";
import { PERFORMERS, type Performer } from "../../qa/qa-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { Requirement } from "../../qa/requirement.ts";
import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { changedFile, treeChanged } from "./changed-file.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { jsonObject, text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";
import { RunOut } from "./views/qa-rows.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      performed_by: z
        .exactOptional(z.enum(PERFORMERS))
        .check(z.describe("else who carries out cases of its method")),
      expected_branch: z._default(z.nullable(text(250)), null),
      expected_sha: z
        ._default(z.nullable(z.string().check(z.regex(/^[0-9a-f]{40}$|^[0-9a-f]{64}$/))), null)
        .check(z.describe("refuses unless it is checked out; null takes what is")),
      plan_run: z
        ._default(z.nullable(z.strictObject({ plan_run_id: text(200), holder: text(200) })), null)
        .check(z.describe("the plan run that it belongs to, and who carries that out")),
    }),
  ),
);
export const CaseBegun = z.lazy(() =>
  responseOf(
    z.object({
      run: RunOut,
      setup: z.nullable(z.string()).check(z.describe("a command line that has to be run first, or null")),
      base_url: z.nullable(z.string()).check(z.describe("of the environment that it is for")),
      case: z.object({
        title: z.string(),
        method_id: z.nullable(z.string()),
        instructions: z.nullable(z.string()),
        expected_outcome: z.nullable(z.string()),
        method_config: z.nullable(jsonObject()),
      }),
    }),
  ),
);

export type CaseBegun = z.output<typeof CaseBegun>;

/**
 * Begins to carry a case out: it is admitted here, and what is carried out, on which code and against which target is
 * frozen. Where files differ from the commit, no commit is named. Errors: those of `answerSubject` and of the repository.
 */
export const qaCaseExecutionBegin = operation({
  id: "qa.case_execution.begin",
  title: "Begin to carry out a case",
  input: Input,
  output: CaseBegun,
  writes: true,
  async run(deps: SubjectDeps & Pick<Deps, "repository">, request) {
    const place = placeOfRow("qa.case_execution.begin", request.target, "requirement");
    const { performed_by, plan_run: within } = request.payload;
    const [head, changed] = await Promise.all([deps.repository.head(), changedFile(deps)]);
    return answerSubject(deps, {
      function: "qa.case_execution.begin",
      request,
      place,
      looksAtHost: true,
      ...("id" in place ? { requirement: place.id } : {}),
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const found = findRow(qa, place.id);
        if (found.kind === "refused") return found;
        const { row } = found;
        const moved = headProblem(request.payload, head);
        if (moved !== null) return moved;
        const started = startRun(
          qa,
          {
            requirement_id: row.id,
            performed_by: performed_by ?? performerOf(row, context.methods, context.actor.isAgent),
            code_identity:
              head.commit === null || changed !== null ? null : { branch: head.branch, sha: head.commit },
            within,
          },
          context,
        );
        if (started.kind === "refused") return started;
        const { title, method_id, instructions, expected_outcome, method_config } = row;
        return {
          events: started.events,
          warnings: changed === null ? [] : [treeChanged(changed)],
          result: {
            ...started.result,
            base_url: row.target_env_snapshot?.base_url ?? null,
            case: { title, method_id, instructions, expected_outcome, method_config },
          },
        };
      },
    });
  },
});

const PERFORMER = {
  worktree_run: "shell",
  ci_run: "github-actions",
  browser_substrate: "playwright",
  host_control: "shell",
  agent: "playwright",
  agent_mission: "agent_mission",
  manual: "manual",
} as const satisfies Record<Method["runner_id"], Performer>;

/** Who carries out cases of a requirement's method. */
export function performerOf(
  { method_id }: Requirement,
  methods: readonly Method[],
  isAgent: boolean,
): Performer {
  const method = methods.find(({ id }) => id === method_id);
  if (method !== undefined) return PERFORMER[method.runner_id];
  return isAgent ? "agent" : "manual";
}

/** That something else is checked out than what is expected, or null. */
export function headProblem(
  {
    expected_branch,
    expected_sha,
  }: { readonly expected_branch: string | null; readonly expected_sha: string | null },
  head: { readonly commit: string | null; readonly branch: string | null },
): QaRefusal | null {
  const refuse = (why: string, recover: string): QaRefusal => ({
    kind: "refused",
    code: "precondition_failed",
    why,
    recover,
  });
  if (expected_branch !== null && expected_branch !== head.branch)
    return refuse(
      `${expected_branch} is expected, and ${head.branch ?? "no branch"} is checked out`,
      `git switch ${expected_branch}`,
    );
  if (expected_sha !== null && expected_sha !== head.commit)
    return refuse(
      `commit ${expected_sha} is expected, and ${head.commit ?? "none"} is checked out`,
      `git switch --detach ${expected_sha}`,
    );
  return null;
}
