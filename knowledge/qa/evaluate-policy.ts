import { parseSuccessPolicy } from "./parse-success-policy.ts";
import { POLICIES } from "./policies/index.ts";
import type { QaRun } from "./qa-run.ts";
import type { PolicyReadOut, SuccessPolicy } from "./success-policy.ts";

/**
 * What a requirement's policy says of its qualifying runs: the only way by which anything is told whether they suffice. A
 * policy that cannot be read, as one of a later version, says nothing. Pure.
 */
export function evaluatePolicy(
  success_policy: Readonly<Record<string, unknown>> | null,
  runs: readonly QaRun[],
): PolicyReadOut {
  const parsed = parseSuccessPolicy(success_policy);
  if (parsed.kind === "problem")
    return {
      outcome: "undetermined",
      clauses: [{ clause: "a policy that can be read", outcome: "not_evaluated", seen: parsed.problem }],
      interval: null,
    };
  const known: SuccessPolicy | undefined = POLICIES.find(({ type }) => type === parsed.policy.type);
  if (known === undefined) throw new Error(`a policy without its type: ${parsed.policy.type}`);
  return known.evaluate(parsed.policy, runs);
}
