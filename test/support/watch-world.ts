import type { WatchRan } from "../../cli/do-duties.ts";
import type { WatchStatus } from "../../knowledge/index.ts";
import { STALE_LOG } from "./change/ci-logs.ts";
import { SHOP, type TriageWorldOptions, triageWorld } from "./triage/triage-world.ts";

/** A shop on a forge of its own with the clone of a person who watches it by the built CLI. */
export async function watchWorld(options: TriageWorldOptions = {}) {
  const world = await triageWorld(options);
  return {
    ...world,
    async json<Answer>(...args: readonly string[]): Promise<Answer> {
      const done = await world.run(...args, "--json");
      if (done.stdout === "") throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`);
      return JSON.parse(done.stdout) as Answer;
    },
  };
}

/** A shop whose default branch was looked at while it was green. */
export async function watchedShop(options: TriageWorldOptions = {}) {
  const world = await watchWorld(options);
  const watch = (...args: readonly string[]) => world.json<WatchRan>("watch", "run", ...args);
  await watch();
  return {
    ...world,
    watch,
    status: (name: string = SHOP) => world.json<WatchStatus>("watch", "status", name),
    /** Another tip, on which the shop's test fails or passes. */
    tip(conclusion: "failure" | "success", name = "test", body = "No issue.", log = STALE_LOG) {
      const number = world.merge(
        { [`notes/${world.repo.state.nextNumber}.md`]: "A note.\n" },
        "A note",
        body,
      );
      if (conclusion === "failure") world.red(log, name);
      else world.repo.check(world.repo.tip(), { name, conclusion, job: true });
      if (name !== "test")
        world.repo.check(world.repo.tip(), { name: "test", conclusion: "success", job: true });
      world.pass(10);
      return number;
    },
    /** The one issue of the triage. */
    issue: () => world.issues().at(-1)?.number as number,
    comments: (number: number) => world.repo.commentsOf(number).map(({ body }) => body),
  };
}
