import * as z from "zod/mini";
import { completeRun } from "../../qa/decisions/complete-run.ts";
import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { placeOfRow } from "./place-of.ts";
import { saidOf, VerdictPayload } from "./verdict-payload.ts";
import { RunOut } from "./views/qa-rows.ts";

const Input = z.lazy(() => requestOf(VerdictPayload()));
const Output = z.lazy(() => responseOf(z.object({ run: RunOut, superseded: z.array(z.string()) })));

/** Records the verdict of an open run; what its start froze is kept. Errors: those of `answerSubject`. */
export const qaRunComplete = operation({
  id: "qa.run.complete",
  title: "Record the verdict of an open run",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfRow("qa.run.complete", request.target, "run");
    return answerSubject(deps, {
      function: "qa.run.complete",
      request,
      place,
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const done = completeRun(qa, saidOf(place.id, request.payload), context);
        if (done.kind === "refused") return done;
        const { run, superseded } = done.result;
        return { events: done.events, result: { run, superseded: [...superseded] } };
      },
    });
  },
});
