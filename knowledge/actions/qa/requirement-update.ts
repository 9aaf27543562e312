import * as z from "zod/mini";
import { BLOCKING_MODES } from "../../plan/plan-words.ts";
import { type UpdatableColumns, updateRequirement } from "../../qa/decisions/update-requirement.ts";
import { operation } from "../operation.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { jsonObject, text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";
import { RequirementOut } from "./views/qa-rows.ts";

/** Columns that may be corrected, and what each takes. */
const Changes = () =>
  z.strictObject({
    title: z.exactOptional(text(200)),
    qa_kind: z.exactOptional(text(100)),
    target_env: z.exactOptional(z.nullable(text(100))),
    blocking_mode: z.exactOptional(z.enum(BLOCKING_MODES)),
    success_policy: z.exactOptional(z.nullable(jsonObject())),
    capability_requirements: z.exactOptional(z.array(text(100)).check(z.maxLength(20))),
    suite_id: z.exactOptional(z.nullable(text(200))),
    instructions: z.exactOptional(z.nullable(text(8_000))),
    expected_outcome: z.exactOptional(z.nullable(text(8_000))),
    method_config: z.exactOptional(z.nullable(jsonObject())),
  });

const Input = z.lazy(() => requestOf(z.strictObject({ changes: Changes() })));
const Output = z.lazy(() =>
  responseOf(z.object({ requirement: RequirementOut, changed: z.array(z.string()) })),
);

/**
 * Corrects a requirement in place. A new method_config raises its revision: what was proved before no longer counts. Errors:
 * those of `answerSubject`.
 */
export const qaRequirementUpdate = operation({
  id: "qa.requirement.update",
  title: "Correct a requirement in place",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps, request) {
    const place = placeOfRow("qa.requirement.update", request.target, "requirement");
    return answerSubject(deps, {
      function: "qa.requirement.update",
      request,
      place,
      ...("id" in place ? { requirement: place.id } : {}),
      choose(qa, context) {
        if (place.kind === "refused") return place;
        const changes: Partial<UpdatableColumns> = request.payload.changes;
        const decided = updateRequirement(qa, { requirement_id: place.id, changes }, context);
        if (decided.kind === "refused") return decided;
        const { requirement, changed } = decided.result;
        return { events: decided.events, result: { requirement, changed: [...changed] } };
      },
    });
  },
});
