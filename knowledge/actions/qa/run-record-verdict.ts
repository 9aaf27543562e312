import * as z from "zod/mini";
import { recordVerdict } from "../../qa/decisions/record-verdict.ts";
import { Verdict } from "../../qa/row-schemas.ts";
import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { placeOfRow } from "./place-of.ts";
import { RunOut } from "./views/qa-rows.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      verdict: Verdict,
      verdict_reason: z._default(z.nullable(z.string().check(z.maxLength(4_000))), null),
      score: z._default(z.nullable(z.number()), null),
      confidence: z._default(z.nullable(z.number()), null).check(z.describe("0.0 to 1.0")),
    }),
  ),
);
const Output = z.lazy(() => responseOf(z.object({ run: RunOut, superseded: z.array(z.string()) })));

/**
 * Judges a capture: a run of its own, with the config and target that the capture froze. Who captured does not judge.
 * Errors: those of `answerSubject`.
 */
export const qaRunRecordVerdict = operation({
  id: "qa.run.record_verdict",
  title: "Judge what another run captured",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfRow("qa.run.record_verdict", request.target, "run");
    return answerSubject(deps, {
      function: "qa.run.record_verdict",
      request,
      place,
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const done = recordVerdict(qa, { run_id: place.id, ...request.payload }, context);
        if (done.kind === "refused") return done;
        const { run, superseded } = done.result;
        return { events: done.events, result: { run, superseded: [...superseded] } };
      },
    });
  },
});
