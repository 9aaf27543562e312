import type { ChangeView } from "#knowledge";
import type { ChangePlan } from "./act.ts";
import type { SeenStep } from "./operations.ts";
import type { Sheet } from "./state.ts";

type Confirm = Extract<Sheet, { kind: "confirm" }>;

const KEPT = "it is kept in the ledger; no file is changed";

/** What each way of handing on means for the time after it. */
const MEANINGS = {
  next: "the step counts as done; the next `assay change work` goes on with the step after it",
  person: "the run stops and waits for a person; the next `assay change work` says so on the forge",
} as const;

/** What handing a change on, or starting a run of it, will do: shown before it is done. */
export function changeConfirmation(plan: ChangePlan, note: string | null): Confirm {
  const { change } = plan.view;
  const facts = [
    ["change", `${plan.id}  ${change.title}`],
    ["branch", `${change.headBranch} into ${change.baseBranch}`],
    ...(plan.verb === "start" ? startFacts(plan.view) : handOverFacts(plan)),
    ...(note === null ? [] : [["note", note] as const]),
    ["files", `none; ${KEPT}`],
  ] as const;
  if (plan.verb === "start") {
    const { workflow, hasBuilder } = plan.view;
    const builder = hasBuilder ? change.author : null;
    return {
      kind: "confirm",
      title: `Start another run of ${plan.id}`,
      facts,
      act: { verb: "start", starting: { id: plan.id, workflow, builder, note } },
    };
  }
  const { id, to, step } = plan;
  return {
    kind: "confirm",
    title: to === "next" ? `Hand ${id} to its next step` : `Hand ${id} to a person`,
    facts,
    act: {
      verb: "hand over",
      handing: { id, to, note },
      seen: { run: step.run, step: step.step, round: step.round },
    },
  };
}

/** The step whose turn it is; null where the run has ended or not begun its first one. */
export function stepOpen({ run, status }: ChangeView): SeenStep | null {
  const step = status.steps.find(({ isCurrent }) => isCurrent);
  return step === undefined ? null : { run, step: step.name, round: step.round };
}

type Facts = Confirm["facts"];

function startFacts({ workflow, run, hasBuilder }: ChangeView): Facts {
  const builder = hasBuilder ? "its builder answers findings" : "findings go to a person";
  return [
    ["run", `${workflow}, run ${run + 1}; ${builder}`],
    [
      "effect",
      "the change is looked up on the forge and a run of it begins; nothing is written there, and no model is asked before `assay change work`",
    ],
  ];
}

function handOverFacts({ step, to }: Extract<ChangePlan, { verb: "hand over" }>): Facts {
  return [
    ["step", `${step.step}, round ${step.round}`],
    ["effect", MEANINGS[to]],
  ];
}
