import type { CheckPolicy } from "../plan/plan-rules.ts";
import { parseSuccessPolicy } from "./parse-success-policy.ts";

/** What is wrong with a success policy, as a plan's file is told; none where it can be evaluated. Pure. */
export const policyFaults: CheckPolicy = (policy) => {
  const parsed = parseSuccessPolicy(policy);
  if (parsed.kind === "policy") return [];
  const at = parsed.key === "" ? [] : parsed.key.split(".");
  return [{ at, message: parsed.problem, fix: "write it as `assay qa requirement add --help` says" }];
};
