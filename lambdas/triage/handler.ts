import { dispatch, triageRun, watchAnswer } from "#knowledge";
import { queueHandler } from "../shared/run.ts";
import { TriageMessage } from "./event.ts";

/** Answers a failure: one run for a new one, a comment or a reopened issue for one that is known. */
export const handler = queueHandler({
  lambda: "triage",
  message: TriageMessage,
  repositories: ({ repository }) => [repository],
  async carryOut({ kind, organisation, repository, failure }, deps) {
    if (kind === "answer") {
      const answered = await dispatch(watchAnswer, deps, { organisation, repository, failure });
      return { due: [], told: { answer: answered.kind, issue: answered.issue } };
    }
    const ran = await dispatch(triageRun, deps, { organisation, repository, failure });
    return {
      due: [],
      told: {
        triage: ran.kind,
        word: ran.decision?.word ?? null,
        issue: ran.issue?.number ?? null,
        spentUSD: ran.spentUSD,
      },
    };
  },
});
