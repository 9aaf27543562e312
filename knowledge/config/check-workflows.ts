import type { Workflow } from "./config.ts";

/** A workflow that cannot be run, and the key that is in the way. */
export interface WorkflowFault {
  /** Below `workflows`. */
  readonly at: readonly (string | number)[];
  readonly problem: string;
  readonly fix: string;
}

/**
 * What is wrong with the workflows of the file beyond the form of each key, in their order. `all` is what is in force
 * with them: a group's sum is one sum, also with a default workflow. Pure.
 */
export function checkWorkflows(
  written: readonly Workflow[],
  all: readonly Workflow[],
): readonly WorkflowFault[] {
  return written.flatMap((workflow, index) => [
    ...sameName(written, workflow, index),
    ...workflow.steps.flatMap((_, step) => stepFaults(workflow, step).map((fault) => below(fault, index))),
    ...otherSum(written, all, workflow, index),
  ]);
}

function below(fault: WorkflowFault, index: number): WorkflowFault {
  return { ...fault, at: [index, ...fault.at] };
}

function sameName(written: readonly Workflow[], { name }: Workflow, index: number): WorkflowFault[] {
  if (written.findIndex((other) => other.name === name) === index) return [];
  return [
    {
      at: [index, "name"],
      problem: `${name} is the name of an earlier workflow`,
      fix: "give it another name",
    },
  ];
}

function stepFaults({ steps }: Workflow, index: number): WorkflowFault[] {
  const step = steps[index];
  if (step === undefined) return [];
  const { name, agentRole, returnTo } = step;
  const earlier = steps.slice(0, index);
  const fault = (key: string, problem: string, fix: string): WorkflowFault[] => [
    { at: ["steps", index, key], problem, fix },
  ];
  if (earlier.some((other) => other.name === name))
    return fault("name", `${name} is the name of an earlier step`, "give it another name");
  if (returnTo === null) return [];
  if (agentRole !== "ci-resolver")
    return fault(
      "returnTo",
      `a step of ${agentRole} sends nothing back`,
      "only ci-resolver returns; take it out",
    );
  if (!earlier.some((other) => other.name === returnTo || other.agentRole === returnTo)) {
    const names = earlier.map((other) => other.name).join(", ");
    return fault(
      "returnTo",
      `${returnTo} is neither the name nor the role of an earlier step`,
      names === "" ? "put the step that it returns to before it" : `name one of ${names}, or its role`,
    );
  }
  return [];
}

function otherSum(
  written: readonly Workflow[],
  all: readonly Workflow[],
  { name, budget }: Workflow,
  index: number,
): WorkflowFault[] {
  if (budget === null) return [];
  const later = new Set(written.slice(index).map((workflow) => workflow.name));
  const other = all.find(
    (one) =>
      one.name !== name &&
      !later.has(one.name) &&
      one.budget?.group === budget.group &&
      one.budget.weeklyUSD !== budget.weeklyUSD,
  );
  if (other === undefined) return [];
  return [
    {
      at: [index, "budget", "weeklyUSD"],
      problem: `${budget.weeklyUSD} here and ${other.budget?.weeklyUSD} in ${other.name}, but group ${budget.group} has one sum`,
      fix: `write the same weeklyUSD in every workflow of group ${budget.group}${
        written.some((one) => one.name === other.name)
          ? ""
          : `; ${other.name} is a default until the file has one of that name`
      }`,
    },
  ];
}
