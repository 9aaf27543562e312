import * as z from "zod/mini";
import { DUTIES, doAnswer, doTriage } from "#knowledge";
import { queueHandler } from "../shared/run.ts";

/** Answers a failure: one run for a new one, a comment or a reopened issue for one that is known. */
export const handler = queueHandler({
  lambda: "triage",
  message: z.discriminatedUnion("kind", [DUTIES.triage(), DUTIES.answer()]),
  repositories: ({ repository }) => [repository],
  async carryOut(duty, deps) {
    if (duty.kind === "answer") {
      const answered = await doAnswer(deps, duty);
      return { due: [], told: { answer: answered.kind, issue: answered.issue } };
    }
    const ran = await doTriage(deps, duty);
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
