import { Receipt } from "../acts/receipt.ts";
import { type RulingDeps, RulingInput, ruleRecords } from "../acts/rule-records.ts";
import { operation } from "./operation.ts";

/** Takes records back as untrue, links and files kept; learning does not bring them up again. See {@link ruleRecords}. */
export const knowledgeReject = operation({
  id: "knowledge.reject",
  title: "Say that records are not true",
  input: RulingInput,
  output: Receipt,
  writes: true,
  run: (deps: RulingDeps, input): Promise<Receipt> => ruleRecords(deps, "reject", input),
});
