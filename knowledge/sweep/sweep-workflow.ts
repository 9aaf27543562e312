import { CAPS } from "../budget/caps.ts";
import type { GroupAttempt } from "../budget/group-money.ts";
import { microsOf } from "../budget/micros.ts";
import { type Config, WATCH_WORKFLOWS, type WorkflowBudget } from "../config/config.ts";
import type { Week } from "./week.ts";

/** What the settings say of a sweep. `budget.scheduled` and scheduled runs do not come into it (C-090). */
export type SweepWorkflow =
  | {
      readonly kind: "on";
      readonly name: string;
      readonly step: string;
      /** What one run may cost, in whole micro-dollars. */
      readonly capMicros: number;
      /** The cap that it shares; null where the settings take it out of every group. */
      readonly budget: WorkflowBudget | null;
    }
  | { readonly kind: "off"; readonly why: string };

/** The step of the workflow `qa-weekly-sweep` that is run, and what it may cost; or why none is. Pure. */
export function sweepWorkflow({ workflows }: Pick<Config, "workflows">): SweepWorkflow {
  const name = WATCH_WORKFLOWS.sweep;
  const workflow = workflows.find((one) => one.name === name);
  if (workflow === undefined) return { kind: "off", why: `the settings have no workflow ${name}` };
  if (!workflow.enabled) return { kind: "off", why: `the workflow ${name} is disabled in the settings` };
  const step = workflow.steps.find(({ agentRole }) => agentRole === "ci-resolver");
  if (step === undefined)
    return { kind: "off", why: `the workflow ${name} has no step of the role ci-resolver` };
  const capMicros = microsOf(step.maxBudgetUSD) ?? microsOf(CAPS.sweepRunUSD) ?? 0;
  return { kind: "on", name, step: step.name, capMicros, budget: workflow.budget };
}

/** The one attempt of a sweep, as its money is counted; `run` is its account. */
export function sweepPlace(
  {
    organisation,
    product,
    week,
  }: { readonly organisation: string; readonly product: string; readonly week: Week },
  step: string,
): GroupAttempt["place"] {
  return { run: `sweep-${organisation}.${product}.${week}`.toLowerCase(), step, round: 1, attempt: 1 };
}
