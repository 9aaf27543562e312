import { dispatch, learnPull } from "#knowledge";
import { queueHandler } from "../shared/run.ts";
import { LearnMessage } from "./event.ts";

/** Learns from what runs of a default branch left; what is new goes to whoever proposes it. */
export const handler = queueHandler({
  lambda: "learn",
  message: LearnMessage,
  repositories: ({ repository }) => [repository],
  async carryOut({ organisation, repository }, deps) {
    const { kind, runs, left, due } = await dispatch(learnPull, deps, { organisation, repository });
    const learned = runs.reduce((sum, run) => sum + run.learned.length, 0);
    return { due, told: { learn: kind, runs: runs.length, learned, left } };
  },
});
