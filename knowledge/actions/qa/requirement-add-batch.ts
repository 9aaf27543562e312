import * as z from "zod/mini";
import { addRequirements } from "../../qa/decisions/add-requirements.ts";
import { asMaterialization } from "../../qa/decisions/as-materialization.ts";

import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { NewRequirementPayload } from "./new-requirement.ts";
import { placeOfSubject } from "./place-of.ts";
import { taskNumOf } from "./task-num-of.ts";
import { RequirementOut } from "./views/qa-rows.ts";

/** Requirements that one call adds at most. */
const MOST = 500;

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      requirements: z.array(NewRequirementPayload()).check(z.minLength(1), z.maxLength(MOST)),
    }),
  ),
);
const Output = z.lazy(() => responseOf(z.object({ requirements: z.array(RequirementOut) })));

/** Records several things that have to be proved: all of them, or none where one is not valid. Errors: those of `answerSubject`. */
export const qaRequirementAddBatch = operation({
  id: "qa.requirement.add_batch",
  title: "Record several things that have to be proved, all or none",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfSubject("qa.requirement.add_batch", request.target);
    return answerSubject(deps, {
      function: "qa.requirement.add_batch",
      request,
      place,
      ...taskNumOf(request.target),
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const { requirements } = request.payload;
        const decided = addRequirements(qa, { subject: place.subject, requirements }, context);
        if (decided.kind === "refused") return decided;
        const rows = [...decided.result.requirements];
        return { events: asMaterialization(decided.events, context), result: { requirements: rows } };
      },
    });
  },
});
