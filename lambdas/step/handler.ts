import { changeStep, DUTIES, dispatch } from "#knowledge";
import { queueHandler } from "../shared/run.ts";
import { watchedRepositories } from "../shared/watched-repositories.ts";

/** Looks once at the changes under QA that wait; those that are ready are worked on by a host with a checkout. */
export const handler = queueHandler({
  lambda: "step",
  message: DUTIES.step(),
  repositories: (_, watch) => watchedRepositories(watch),
  async carryOut({ organisation }, deps) {
    const { looked, changed, ready, left, problems } = await dispatch(changeStep, deps, { organisation });
    return {
      due: [],
      told: { looked, changed: changed.length, ready: ready.length, left },
      problems: problems.map(({ code, repository, number }) => ({ code, repository, number })),
    };
  },
});
