import * as z from "zod/mini";
import { findRow } from "../../qa/decisions/find-row.ts";
import { OUTCOMES } from "../../qa/plan-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { answerSubject } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { type CaseDone, type ExecuteDeps, executeCase } from "./execute-case.ts";
import { executionPlace } from "./execution-place.ts";
import { text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { RunOut } from "./views/qa-rows.ts";
import { wasAnswered } from "./was-answered.ts";

/** What tells where a case is carried out. */
export const executionPayload = () => ({
  base_url: z
    ._default(z.nullable(text(2_000)), null)
    .check(z.describe("where it is served; else that of the environment that the case is for")),
  expected_branch: z._default(z.nullable(text(250)), null),
  expected_sha: z
    ._default(
      z.nullable(z.string().check(z.regex(/^[0-9a-f]{40}$|^[0-9a-f]{64}$/, "is a whole commit id"))),
      null,
    )
    .check(z.describe("refuses unless it is checked out; null takes what is")),
  wait_seconds: z
    ._default(z.int().check(z.minimum(0), z.maximum(86_400)), 0)
    .check(z.describe("how long a test machine is waited for that somebody else drives; 0: not at all")),
});

const Input = z.lazy(() => requestOf(z.strictObject(executionPayload())));
export const QaCaseRun = z.lazy(() =>
  responseOf(
    z.object({
      requirement_id: z.string(),
      title: z.string(),
      outcome: z.nullable(z.enum(OUTCOMES)).check(z.describe("null: nothing was carried out (dry_run)")),
      run: z.nullable(RunOut).check(z.describe("null: nothing was begun")),
      reason: z.nullable(z.string()),
      judge: z.nullable(z.enum(["agent", "person"])).check(z.describe("who is waited for")),
      dispatch: z.nullable(z.string()).check(z.describe("a command line that goes on from here")),
    }),
  ),
);
export type QaCaseRun = z.output<typeof QaCaseRun>;

/**
 * Carries one case out by the runner of its method and records it as it goes. Refused where another commit is checked out
 * than is expected, and where the case is not admitted here. Errors: those of `executeCase` and of the repository.
 */
export const qaCaseRun = operation({
  id: "qa.case.run",
  title: "Carry out one case",
  input: Input,
  output: QaCaseRun,
  writes: true,
  async run(deps: ExecuteDeps, request): Promise<QaCaseRun> {
    const called = "qa.case.run";
    const place = placeOfRow(called, request.target, "requirement");
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const found = findRow(read.qa, place.id);
    if (found.kind === "refused") return refused(found);
    const about = { requirement_id: place.id, title: found.row.title };
    // The same request once more is answered as the first, and carries nothing out.
    if (wasAnswered(read.qa, called, request)) return finish({ ...about, ...NOTHING });

    const { expected_seq } = request.preconditions ?? {};
    if (expected_seq !== undefined && expected_seq !== read.seq) return finish({ ...about, ...NOTHING });
    const here = await executionPlace(deps, called, request.payload);
    if (here.kind === "refused") return refused(here);
    if (request.options?.dry_run === true)
      return told({ ...about, ...NOTHING }, [
        ...here.warnings,
        { code: "dry_run", message: "nothing was carried out" },
      ]);
    const done = await executeCase(deps, { ...here.world, place, within: null }, place.id);
    if (done.kind === "refused") return refused(done);
    const blocked = blockedProblem(done);
    if (blocked !== null) return refused(blocked);
    const { outcome, run, reason, judge, dispatch } = done;
    const answer = { ...about, outcome, run, reason, judge, dispatch };
    const warnings = [...here.warnings, ...done.warnings];
    if (request.request_id === undefined) return told(answer, warnings);
    const { request_id, target, payload } = request;
    const response = await answerSubject<NonNullable<QaCaseRun["result"]>>(deps, {
      function: called,
      request: { request_id, target, payload },
      place,
      choose: () => ({ events: [], result: answer, warnings }),
    });
    return response;

    function finish(result: NonNullable<QaCaseRun["result"]>): Promise<QaCaseRun> {
      return answerSubject(deps, {
        function: called,
        request,
        place,
        choose: () => ({ events: [], result }),
      });
    }
  },
});

const NOTHING = { outcome: null, run: null, reason: null, judge: null, dispatch: null } as const;

/** A case by itself that may not be begun is refused: there is nothing that could have been recorded. */
function blockedProblem({ outcome, reason, dispatch }: CaseDone): QaRefusal | null {
  if (outcome !== "blocked_on_precondition") return null;
  return {
    kind: "refused",
    code: "precondition_failed",
    why: `blocked_on_precondition: ${reason ?? "it may not be begun here"}`,
    recover: dispatch ?? "assay doctor",
  };
}
