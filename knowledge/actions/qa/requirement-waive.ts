import * as z from "zod/mini";
import { waive } from "../../qa/decisions/waive.ts";
import { DISCHARGE_SOURCES } from "../../qa/requirement.ts";
import { Time } from "../../qa/row-schemas.ts";
import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      rationale: z.string().check(z.maxLength(4_000), z.describe("why it is accepted as it is")),
      source: z
        .exactOptional(z.enum(DISCHARGE_SOURCES))
        .check(z.describe("whose word it is; else that of who acts")),
      force: z
        ._default(z.boolean(), false)
        .check(z.describe("a blocking requirement is waived by force only")),
      expires_at: z
        ._default(z.nullable(text(40)), null)
        .check(z.describe("when it binds again: ISO 8601; null for never")),
    }),
  ),
);
const Output = z.lazy(() =>
  responseOf(z.object({ requirement_id: z.string(), expires_at: z.nullable(Time) })),
);

/** Waives a requirement that has not passed; it is told apart from a pass everywhere. Errors: those of `answerSubject`. */
export const qaRequirementWaive = operation({
  id: "qa.requirement.waive",
  title: "Waive a requirement that has not passed, with a rationale",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfRow("qa.requirement.waive", request.target, "requirement");
    const { rationale, source, force, expires_at } = request.payload;
    return answerSubject(deps, {
      function: "qa.requirement.waive",
      request,
      place,
      ...("id" in place ? { requirement: place.id } : {}),
      choose: (qa, context) =>
        place.kind === "refused"
          ? place
          : waive(
              qa,
              {
                requirement_id: place.id,
                rationale,
                source: source ?? (context.actor.isAgent ? "agent" : "operator"),
                isForced: force,
                expires_at: inUtc(expires_at),
              },
              context,
            ),
    });
  },
});

/** The time in its one spelling; one that is none stays as it is, and is refused as not after now. */
function inUtc(time: string | null): string | null {
  const at = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(at) ? time : new Date(at).toISOString();
}
