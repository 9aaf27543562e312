import * as z from "zod/mini";
import { addRequirements } from "../../qa/decisions/add-requirements.ts";

import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { NewRequirementPayload } from "./new-requirement.ts";
import { placeOfSubject } from "./place-of.ts";
import { taskNumOf } from "./task-num-of.ts";
import { RequirementOut } from "./views/qa-rows.ts";

const Input = z.lazy(() => requestOf(NewRequirementPayload()));
const Output = z.lazy(() => responseOf(z.object({ requirement: RequirementOut })));

/** Records one thing that has to be proved for an item, a task or an execution. Errors: those of `answerSubject`. */
export const qaRequirementAdd = operation({
  id: "qa.requirement.add",
  title: "Record one thing that has to be proved",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfSubject("qa.requirement.add", request.target);
    return answerSubject(deps, {
      function: "qa.requirement.add",
      request,
      place,
      ...taskNumOf(request.target),
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const decided = addRequirements(
          qa,
          { subject: place.subject, requirements: [request.payload] },
          context,
        );
        if (decided.kind === "refused") return decided;
        const [requirement] = decided.result.requirements;
        return { events: decided.events, result: { requirement: requirement! } };
      },
    });
  },
});
