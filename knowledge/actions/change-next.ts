import * as z from "zod/mini";
import { currentStep } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import { foresee } from "../change/foresee.ts";
import type { Move } from "../change/move.ts";
import { readConfig } from "../config/read-config.ts";
import { FIRST_INSTRUCTION } from "../engineer/telling/finding-comment.ts";
import type { Deps } from "../ports/deps.ts";
import { nameChange } from "../work/name-change.ts";
import { observeChange } from "../work/observe-change.ts";
import { readChange } from "../work/read-change.ts";
import { viewVerdict } from "../work/view-change.ts";
import { operation } from "./operation.ts";
import { ChangeAddress } from "./views/change-address.ts";
import { ToldVerdict } from "./views/change-view.ts";

const ChangeNext = z.lazy(() =>
  z.object({
    repository: z.string(),
    number: z.int(),
    branch: z.string(),
    head: z.string(),
    step: z.nullable(z.string()),
    round: z.int(),
    returnRounds: z.int(),
    /** Whose turn it is. `nobody`: the run is done. */
    who: z.enum(["builder", "qa-engineer", "reviewer", "ci", "person", "nobody"]),
    /** What they do, first instruction first. */
    instructions: z.array(z.string()),
    /** What the builder answers, or what stopped the run. */
    verdict: z.nullable(ToldVerdict),
    running: z.array(z.string()),
  }),
);
export type ChangeNext = z.output<typeof ChangeNext>;

/**
 * Says whose turn it is in a change and what they are to do: the finding as a builder's first instruction, the question
 * for a person. Writes nothing. Errors: change_unknown, those of the forge.
 */
export const changeNext = operation({
  id: "change.next",
  title: "Say whose turn it is in a change, and what they do",
  input: z.object({ address: ChangeAddress }),
  output: ChangeNext,
  writes: false,
  async run(
    deps: Pick<Deps, "forge" | "repository" | "configFile" | "ledger" | "clock" | "holder" | "secrets">,
    { address },
  ): Promise<ChangeNext> {
    const config = await readConfig(deps.configFile);
    const id = await nameChange(deps, address ?? null, config);
    const { run } = await readChange(deps, id);
    const sight = await observeChange(deps, run, config);
    const seen = foresee(run, sight, deps.clock.now(), {
      timeoutMinutes: config.ci.timeoutMinutes,
      holder: await deps.holder.name(),
      isGone: () => false,
    });
    return tell(seen.run, seen.move, sight.head);
  },
});

function tell(run: ChangeRun, move: Move | null, head: string): ChangeNext {
  const current = currentStep(run);
  const verdict = lastVerdict(run);
  const place = {
    repository: run.change.repository,
    number: run.change.number,
    branch: run.change.headBranch,
    head,
    step: current?.step.name ?? null,
    round: current?.round.round ?? 0,
    returnRounds: run.returnRounds,
    verdict: verdict === null ? null : viewVerdict(verdict),
    running: move?.kind === "wait" && move.wait.for === "ci" ? [...move.wait.running] : [],
  };
  const turn = (who: ChangeNext["who"], ...instructions: string[]) => ({ ...place, who, instructions });
  if (move?.kind === "finished") {
    if (run.ended?.outcome !== "person") return turn("nobody", "Nothing is to be done.");
    const question = verdict?.word === "BLOCKED" ? [verdict.question] : [];
    return turn(
      "person",
      ...question,
      "Answer by `assay change start` with --note, or take the change over.",
    );
  }
  if (move?.kind !== "wait") return turn("qa-engineer", "Run `assay change work`.");
  switch (move.wait.for) {
    case "builder": {
      const isAnswer = verdict?.word === "CODE CHANGE NEEDED";
      return isAnswer
        ? turn(
            "builder",
            FIRST_INSTRUCTION,
            `${verdict.file}:${verdict.line}: ${verdict.cause}`,
            verdict.should,
            `Commit to ${run.change.headBranch}, the same branch and change, and push.`,
          )
        : turn("builder", "Finish the change: mark it ready for review, or run `assay change hand-over`.");
    }
    case "reviewer": {
      const review = "Review the change, then run `assay change hand-over`.";
      if (verdict?.word === "CHANGED") return turn("reviewer", review, `Review that too: ${verdict.why}.`);
      if (verdict?.word !== "TEST CHANGED") return turn("reviewer", review);
      const changed = verdict.files.join(", ");
      return turn("reviewer", review, `The QA engineer changed tests; review them too: ${changed}.`);
    }
    case "holder":
      return turn("qa-engineer", `${move.wait.holder} works on it until ${move.wait.until}.`);
    case "ci":
      return turn("ci", "CI runs; `assay change work` waits for it.");
  }
}

/** The last verdict that a step ended with or an attempt came to. */
function lastVerdict(run: ChangeRun) {
  const resolver = run.workflow.steps.findIndex(({ agentRole }) => agentRole === "ci-resolver");
  const rounds = run.steps[resolver]?.rounds ?? [];
  const last = rounds.at(-1);
  return (
    last?.ended?.verdict ??
    last?.attempts.findLast(({ ended, isVoid }) => ended !== null && !isVoid)?.ended?.verdict ??
    rounds.at(-2)?.ended?.verdict ??
    null
  );
}
