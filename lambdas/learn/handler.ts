import { DUTIES, doLearn } from "#knowledge";
import { queueHandler } from "../shared/run.ts";

/** Learns from what runs of a default branch left; what is new goes to whoever proposes it. */
export const handler = queueHandler({
  lambda: "learn",
  message: DUTIES.learn(),
  repositories: ({ repository }) => [repository],
  async carryOut(duty, deps) {
    const { kind, runs, left, due } = await doLearn(deps, duty);
    const learned = runs.reduce((sum, run) => sum + run.learned.length, 0);
    return { due, told: { learn: kind, runs: runs.length, learned, left } };
  },
});
