import * as z from "zod/mini";
import { applyMerged } from "../acts/apply-merged.ts";
import type { Deps } from "../ports/deps.ts";
import { deadlineIn, NO_DEADLINE } from "../run/deadline.ts";
import { drainQueue } from "../run/drain-queue.ts";
import { findRun } from "../run/find-run.ts";
import type { LearnDeps } from "../run/learn-run.ts";
import { runFlags } from "../run/run-facts.ts";
import { whereQueued } from "../run/run-queue.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    here: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe("only this run, an id or its beginning, and here wherever it was recorded")),
    budgetSeconds: runFlags.budgetSeconds,
  }),
);

export const QueueDrained = z.lazy(() =>
  z.object({
    runs: z.array(
      z.object({
        run: z.string(),
        result: z
          .enum(["done", "queued", "failed"])
          .check(z.describe("`queued`: the budget ended; `failed`: it stays queued as well")),
      }),
    ),
    left: z.int().check(z.describe("runs of this work tree and branch that still wait")),
    elsewhere: z
      .array(z.object({ run: z.string(), where: z.string().check(z.describe("in words")) }))
      .check(z.describe("runs that wait for the work tree and branch that they were recorded in")),
    applied: z.array(z.string()).check(z.describe("proposals that were merged and are carried out now")),
  }),
);
export type QueueDrained = z.output<typeof QueueDrained>;

/**
 * Learns from every run of this work tree and branch that waits, oldest first, those too whose jobs failed before;
 * or from the one that is named. In CI it carries out no proposal. Errors: run_missing, run_ambiguous, those of the
 * ledger; what goes wrong in learning is told and stays queued.
 */
export const learn = operation({
  id: "learn",
  title: "Learn from the runs that wait",
  input: Input,
  output: QueueDrained,
  writes: true,
  async run(
    deps: LearnDeps & Pick<Deps, "repository" | "secrets">,
    { here, budgetSeconds },
  ): Promise<QueueDrained> {
    const deadline = budgetSeconds === undefined ? NO_DEADLINE : deadlineIn(deps.clock, budgetSeconds);
    const only = here === undefined ? {} : { only: await findRun(deps.ledger, here) };
    const applied = deps.mode === "local" ? await applyMerged(deps) : [];
    const { runs, left, elsewhere } = await drainQueue(deps, deadline, { parked: true, ...only });
    return {
      runs: [...runs],
      left,
      elsewhere: elsewhere.map((queued) => ({ run: queued.run, where: whereQueued(queued) })),
      applied: [...applied],
    };
  },
});
