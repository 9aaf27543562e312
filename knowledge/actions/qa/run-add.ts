import * as z from "zod/mini";
import { completeRun } from "../../qa/decisions/complete-run.ts";
import { startRun } from "../../qa/decisions/start-run.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import { withEvents } from "../../qa/decisions/with-events.ts";
import { PERFORMERS } from "../../qa/qa-run.ts";
import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";
import { saidOf, VerdictPayload } from "./verdict-payload.ts";
import { RunOut } from "./views/qa-rows.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      performed_by: z._default(z.enum(PERFORMERS), "manual"),
      code_identity: z
        ._default(
          z.nullable(
            z.strictObject({
              branch: z._default(z.nullable(text(250)), null),
              sha: z.string().check(z.regex(/^[0-9a-f]{40}$|^[0-9a-f]{64}$/, "is a whole commit id")),
            }),
          ),
          null,
        )
        .check(z.describe("what was looked at; null where nobody can tell")),
      completed: z
        .exactOptional(VerdictPayload())
        .check(z.describe("its verdict, where it is over already; else it is open")),
    }),
  ),
);
const Output = z.lazy(() =>
  responseOf(
    z.object({
      run: RunOut,
      setup: z
        .nullable(z.string())
        .check(z.describe("a command line that the runner's contract asks for first, or null")),
      superseded: z.array(z.string()),
    }),
  ),
);

/**
 * Begins an attempt at a requirement; its config, target and code are frozen with it. With a verdict it is completed in the
 * same append. Errors: those of `answerSubject`.
 */
export const qaRunAdd = operation({
  id: "qa.run.add",
  title: "Record an attempt at a requirement",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfRow("qa.run.add", request.target, "requirement");
    const { performed_by, code_identity, completed } = request.payload;
    return answerSubject(deps, {
      function: "qa.run.add",
      request,
      place,
      looksAtHost: true,
      ...("id" in place ? { requirement: place.id } : {}),
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const ask = { requirement_id: place.id, performed_by, code_identity, within: null };
        const started = startRun(qa, ask, context);
        if (started.kind === "refused") return started;
        const { run, setup } = started.result;
        if (completed === undefined)
          return { events: started.events, result: { run, setup, superseded: [] } };
        const done = completeRun(withEvents(qa, started.events), saidOf(run.id, completed), context);
        // Nothing was recorded: what completes the run later begins with it.
        if (done.kind === "refused") return { ...done, recover: WAY_OUT.addRun(place.id, performed_by) };
        return {
          events: [...started.events, ...done.events],
          result: { run: done.result.run, setup, superseded: [...done.result.superseded] },
        };
      },
    });
  },
});
