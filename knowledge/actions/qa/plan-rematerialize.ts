import { rematerialize } from "../../qa/decisions/rematerialize.ts";
import { operation } from "../operation.ts";
import type { SubjectDeps } from "./answer-subject.ts";
import { MaterializeInput, MaterializeOutput, materializePlans } from "./materialize-plans.ts";

/**
 * Brings a subject's requirements up to the plans as they are now, in one pass: new cases are added, amended ones refreshed
 * unless they are judged, lost ones waived. Errors: those of `answerSubject`.
 */
export const qaPlanRematerialize = operation({
  id: "qa.plan.rematerialize",
  title: "Bring a subject's requirements up to its plans",
  input: MaterializeInput,
  output: MaterializeOutput,
  writes: true,
  run: (deps: SubjectDeps, request) =>
    materializePlans(deps, "qa.plan.rematerialize", request, rematerialize),
});
