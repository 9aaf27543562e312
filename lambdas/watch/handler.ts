import { DUTIES, dispatch, watchTick } from "#knowledge";
import { queueHandler } from "../shared/run.ts";
import { watchedRepositories } from "../shared/watched-repositories.ts";

/** Looks once at default branches; what is due then goes to the queues of those who do it. */
export const handler = queueHandler({
  lambda: "watch",
  message: DUTIES.watch(),
  repositories: ({ repositories }, watch) => repositories ?? watchedRepositories(watch),
  async carryOut({ organisation, repositories }, deps) {
    const { looked, changed, due, problems } = await dispatch(watchTick, deps, {
      organisation,
      ...(repositories === undefined ? {} : { repositories }),
    });
    return { due, told: { looked, changed: changed.length }, problems };
  },
});
