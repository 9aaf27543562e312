import * as z from "zod/mini";
import { declareReplacement } from "../../qa/decisions/declare-replacement.ts";
import { supersede } from "../../qa/decisions/supersede.ts";
import { DISCHARGE_SOURCES } from "../../qa/requirement.ts";
import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      superseded_by_requirement_id: text(200).check(z.describe("the corrected requirement")),
      rationale: z.string().check(z.maxLength(4_000), z.describe("what was wrong with the case")),
      source: z
        .exactOptional(z.enum(DISCHARGE_SOURCES))
        .check(z.describe("whose word it is; else that of who acts")),
      declare_replacement: z
        ._default(z.boolean(), false)
        .check(z.describe("the corrected one has not passed yet: it takes the place once it has")),
    }),
  ),
);
const Output = z.lazy(() =>
  responseOf(
    z.object({
      requirement_id: z.string(),
      superseded_by_requirement_id: z.nullable(z.string()),
      replacement_requirement_id: z.nullable(z.string()),
    }),
  ),
);

/**
 * Lets a corrected requirement that has passed take the place of a failed one, or declares that it is to. The superseded
 * row stays as it was. Errors: those of `answerSubject`.
 */
export const qaRequirementSupersede = operation({
  id: "qa.requirement.supersede",
  title: "Let a corrected requirement take the place of a failed one",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfRow("qa.requirement.supersede", request.target, "requirement");
    const { superseded_by_requirement_id: by, rationale, source, declare_replacement } = request.payload;
    return answerSubject<NonNullable<z.output<typeof Output>["result"]>>(deps, {
      function: "qa.requirement.supersede",
      request,
      place,
      ...("id" in place ? { requirement: place.id } : {}),
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const ask = { requirement_id: place.id, rationale };
        if (declare_replacement) {
          const declared = declareReplacement(qa, { ...ask, replacement_requirement_id: by }, context);
          if (declared.kind === "refused") return declared;
          return {
            events: declared.events,
            result: { superseded_by_requirement_id: null, ...declared.result },
          };
        }
        const done = supersede(
          qa,
          {
            ...ask,
            superseded_by_requirement_id: by,
            source: source ?? (context.actor.isAgent ? "agent" : "operator"),
          },
          context,
        );
        if (done.kind === "refused") return done;
        return { events: done.events, result: { ...done.result, replacement_requirement_id: null } };
      },
    });
  },
});
