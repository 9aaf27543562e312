import { Receipt } from "../acts/receipt.ts";
import { type RulingDeps, RulingInput, ruleRecords } from "../acts/rule-records.ts";
import { operation } from "./operation.ts";

/** Retires records for good, files kept; only a person brings them back. See {@link ruleRecords}. */
export const knowledgeForget = operation({
  id: "knowledge.forget",
  title: "Retire records, and never learn them again",
  input: RulingInput,
  output: Receipt,
  writes: true,
  run: (deps: RulingDeps, input): Promise<Receipt> => ruleRecords(deps, "forget", input),
});
