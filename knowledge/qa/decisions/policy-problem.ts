import { parseSuccessPolicy } from "../parse-success-policy.ts";
import type { QaRefusal } from "../refusal.ts";
import { refuse } from "./decision.ts";

/** Why a success policy may not be stored, or null where it may. Pure. */
export function policyProblem(
  policy: Readonly<Record<string, unknown>> | null,
  recover: string,
): QaRefusal | null {
  const parsed = parseSuccessPolicy(policy);
  return parsed.kind === "problem" ? refuse("qa_success_policy_invalid", parsed.problem, recover) : null;
}
