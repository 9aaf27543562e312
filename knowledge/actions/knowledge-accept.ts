import { Receipt } from "../acts/receipt.ts";
import { type RulingDeps, RulingInput, ruleRecords } from "../acts/rule-records.ts";
import { operation } from "./operation.ts";

/** Makes records active by `user-sovereign`, over any hold; answers an open question. See {@link ruleRecords}. */
export const knowledgeAccept = operation({
  id: "knowledge.accept",
  title: "Take records as true: they become active, whatever holds them",
  input: RulingInput,
  output: Receipt,
  writes: true,
  run: (deps: RulingDeps, input): Promise<Receipt> => ruleRecords(deps, "accept", input),
});
