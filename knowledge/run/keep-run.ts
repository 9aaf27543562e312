import { learningStream, type RunRecorded } from "../learn/learning-events.ts";
import { LEARNING_RUN, learningEvent } from "../learn/learning-run.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";
import { decide } from "../ledger/decide.ts";
import type { Deps } from "../ports/deps.ts";
import type { Checkout } from "../ports/repository.ts";
import { checkoutHere } from "./checkout.ts";
import { putJson } from "./evidence-artifact.ts";
import type { ReadRun } from "./read-run.ts";

/** What is kept of a run besides its evidence. */
export type RunFacts = Omit<RunRecorded, "evidence" | "tests" | "checkout">;

export type KeepDeps = Pick<Deps, "artifacts" | "ledger" | "repository" | "secrets">;

/**
 * Keeps a run that was read: its results in the history, its evidence as an artifact, then the run itself, which is
 * thereby queued. Errors: those of the artifacts and the ledger.
 */
export async function keepReadRun(
  deps: KeepDeps,
  read: ReadRun,
  facts: RunFacts,
): Promise<"recorded" | "known"> {
  const { run, at, commit, branch, job } = facts;
  await read.keepHistory(run, { commit, branch, job, at: Date.parse(at) });
  return keepRun(deps, read.evidence, facts);
}

/** The same for evidence whose results the history has. A run that is there already stays as it is (`known`). */
export async function keepRun(
  deps: KeepDeps,
  evidence: RunEvidence,
  facts: RunFacts,
): Promise<"recorded" | "known"> {
  return keepRunOf(deps, evidence, facts, facts.pulledFrom === undefined ? await checkoutHere(deps) : null);
}

/** The same for a run of a checkout, or of none: then it is learned from in any. */
export async function keepRunOf(
  deps: Pick<Deps, "artifacts" | "ledger">,
  evidence: RunEvidence,
  facts: RunFacts,
  checkout: Checkout | null,
): Promise<"recorded" | "known"> {
  const digest = await putJson(deps.artifacts, evidence);
  const event = learningEvent("run.recorded", {
    ...facts,
    tests: evidence.tests,
    evidence: digest,
    ...(checkout === null ? {} : { checkout }),
  });
  const { answer } = await decide(deps.ledger, learningStream(facts.run), LEARNING_RUN, ({ state }) =>
    state.recorded === null
      ? { events: [event], answer: "recorded" as const }
      : { events: [], answer: "known" as const },
  );
  return answer;
}
