import { checkMethodConfig } from "../../plan/check-method-config.ts";
import { keyName } from "../../plan/plan-problem.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { DecisionContext } from "./context.ts";
import { refuse } from "./decision.ts";

/** Why a method and a config may not be stored together, or null: nobody knows it, or it could not be carried out. Pure. */
export function methodProblem(
  { method_id, method_config }: Pick<Requirement, "method_id" | "method_config">,
  { methods }: Pick<DecisionContext, "methods">,
  recover: string,
): QaRefusal | null {
  if (method_id === null) return null;
  const method = methods.find(({ id }) => id === method_id);
  if (method === undefined)
    return refuse(
      "precondition_failed",
      `no method is named ${method_id}; there are: ${methods.map(({ id }) => id).join(", ")}`,
      recover,
    );
  const [fault, ...more] = checkMethodConfig(method, method_config ?? {});
  if (fault === undefined) return null;
  const key = ["method_config", keyName(fault.at)].filter((part) => part !== "").join(".");
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return refuse("precondition_failed", `${key} ${fault.message}: ${fault.fix}${rest}`, recover);
}
