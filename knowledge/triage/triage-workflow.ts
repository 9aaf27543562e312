import { CAPS } from "../budget/caps.ts";
import { microsOf } from "../budget/micros.ts";
import { type Config, WATCH_WORKFLOWS, type WorkflowBudget } from "../config/config.ts";

/** What the settings say of a triage. */
export interface TriageWorkflow {
  readonly name: string;
  readonly step: string;
  /** What one run may cost, in whole micro-dollars. */
  readonly capMicros: number;
  /** The cap that it shares; null where the settings take it out of every group. */
  readonly budget: WorkflowBudget | null;
  /** Why it is not run, or null. */
  readonly off: string | null;
}

/** The step of the workflow `ci-triage` that is run, what it may cost, and whether it is run at all. Pure. */
export function triageWorkflow({ workflows }: Pick<Config, "workflows">): TriageWorkflow {
  const name = WATCH_WORKFLOWS.triage;
  const workflow = workflows.find((one) => one.name === name);
  const step = workflow?.steps.find(({ agentRole }) => agentRole === "ci-resolver");
  return {
    name,
    step: step?.name ?? "triage",
    capMicros: microsOf(step?.maxBudgetUSD ?? CAPS.triageRunUSD) ?? 0,
    budget: workflow?.budget ?? null,
    off:
      workflow === undefined
        ? `the settings have no workflow ${name}`
        : !workflow.enabled
          ? `the workflow ${name} is disabled in the settings`
          : step === undefined
            ? `the workflow ${name} has no step of the role ci-resolver`
            : null,
  };
}
