import type { Deps } from "../../ports/deps.ts";
import { planCurrency } from "../../qa/currency.ts";
import { standingOf } from "../../qa/standing-of.ts";
import type { RequirementState } from "../../qa/subject-state.ts";
import { acceptedOf } from "./answer-subject.ts";
import { readQaPlans, readQaSettings } from "./qa-settings.ts";
import type { SubjectRead } from "./read-subject.ts";
import { type RequirementView, requirementView } from "./views/requirement-view.ts";

/** Rows of a subject with how each stands now, and against its plan's file. Errors: config_invalid, those of the ports. */
export async function viewRequirements(
  deps: Pick<Deps, "clock" | "configFile" | "projectFiles">,
  { qa, item }: SubjectRead,
  rows: readonly RequirementState[],
): Promise<readonly RequirementView[]> {
  const { isNewestOnly, methods } = await readQaSettings(deps);
  const context = { now: deps.clock.now(), acceptedRevisions: acceptedOf(item), isNewestOnly, methods };
  const plans = await readQaPlans(deps);
  return rows.map((one) => requirementView(one, standingOf(one, qa, context), planCurrency(one, plans)));
}
