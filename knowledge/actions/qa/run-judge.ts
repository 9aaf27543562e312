import * as z from "zod/mini";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { operation } from "../operation.ts";
import { refused } from "./answer-once.ts";
import { answerSubject } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { type JudgeDeps, type JudgedRun, judgeRun } from "./judge-run.ts";
import { JUDGE_SECONDS } from "./judge-seconds.ts";
import { placeOfRow } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { RunOut } from "./views/qa-rows.ts";
import { wasAnswered } from "./was-answered.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      timeout_seconds: z
        ._default(z.int().check(z.minimum(1), z.maximum(600)), JUDGE_SECONDS)
        .check(z.describe("seconds that one call of the model may take")),
    }),
  ),
);
export const QaRunJudged = z.lazy(() =>
  responseOf(
    z.object({
      capture: z.string().check(z.describe("the run that is judged")),
      model: z.string(),
      pictures: z.int().check(z.describe("that it is shown")),
      texts: z.int(),
      run: z.nullable(RunOut).check(z.describe("the review; null: nothing was asked (dry_run)")),
      superseded: z.array(z.string()),
      spent_usd: z.string().check(z.describe("on all reviews of this capture")),
      most_usd: z.string().check(z.describe("that they may cost together")),
    }),
  ),
);
export type QaRunJudged = z.output<typeof QaRunJudged>;

/**
 * Has the model of the settings judge a capture: a review of its own, by an agent that did not capture. What is not the
 * closed answer is undetermined, and then a person decides. Refused, with nothing recorded, where there is no model, no
 * money, no answer, or where a review could not count. Errors: those of `judgeRun`.
 */
export const qaRunJudge = operation({
  id: "qa.run.judge",
  title: "Have a model judge what another run captured",
  input: Input,
  output: QaRunJudged,
  writes: true,
  async run(deps: JudgeDeps, request): Promise<QaRunJudged> {
    const called = "qa.run.judge";
    const place = placeOfRow(called, request.target, "run");
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const { expected_seq } = request.preconditions ?? {};
    const isMoved = expected_seq !== undefined && expected_seq !== read.seq;
    // The same request once more is answered as the first, and asks nobody.
    if (isMoved || wasAnswered(read.qa, called, request))
      return answerSubject<JudgedRun>(deps, {
        function: called,
        request,
        place,
        choose: () => ({
          kind: "refused",
          code: "precondition_failed",
          why: `somebody else wrote to ${place.stream} meanwhile; nobody was asked`,
          recover: WAY_OUT.showRun(place.id),
        }),
      });
    // What was expected was looked at before the model was asked, which took its time.
    const { preconditions: _, ...asked } = request;
    const judged = await judgeRun(deps, {
      place,
      called,
      run_id: place.id,
      mask: await secretsMask(deps.secrets),
      callMs: request.payload.timeout_seconds * 1_000,
      request: asked,
    });
    return judged.kind === "refused" ? refused(judged) : judged.response;
  },
});
