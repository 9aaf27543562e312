import { materialize } from "../../qa/decisions/materialize.ts";
import { operation } from "../operation.ts";
import type { SubjectDeps } from "./answer-subject.ts";
import { MaterializeInput, MaterializeOutput, materializePlans } from "./materialize-plans.ts";

/**
 * Gives every case of the plans a requirement of the subject; those that are there are confirmed and not rewritten. Errors:
 * those of `answerSubject`.
 */
export const qaPlanMaterialize = operation({
  id: "qa.plan.materialize",
  title: "Make the cases of plans requirements of a subject",
  input: MaterializeInput,
  output: MaterializeOutput,
  writes: true,
  run: (deps: SubjectDeps, request) => materializePlans(deps, "qa.plan.materialize", request, materialize),
});
