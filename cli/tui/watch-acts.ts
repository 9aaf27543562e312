import type { SweepRan } from "#knowledge";
import type { Act } from "./act.ts";
import { attempt } from "./attempt.ts";
import { lookedBlocks } from "./details/looked-blocks.ts";
import { sweepingBlocks } from "./details/sweeping-blocks.ts";
import type { Operations } from "./operations.ts";
import type { Reach } from "./reach.ts";
import type { Store } from "./store.ts";
import { lookConfirmation, sweepConfirmation } from "./watch-sheets.ts";

/** Gathers what a look at a default branch may do and cost, and shows that for confirmation. */
export async function planLook(store: Store, { operations }: Reach, repository: string): Promise<void> {
  await attempt(store, "planning", async () => {
    const [status, { limits }, money] = await Promise.all([
      operations.watchedBranch(repository),
      operations.watched(),
      operations.budget({ limit: 1 }),
    ]);
    store.dispatch({ type: "sheet", sheet: lookConfirmation(status, limits.triageUSD, money) });
  });
}

/** Gathers what a sweep may do and cost, and shows that for confirmation. */
export async function planSweep(store: Store, { operations }: Reach, product: string): Promise<void> {
  await attempt(store, "planning", async () => {
    const [list, money] = await Promise.all([operations.watched(), operations.budget({ limit: 1 })]);
    if (list.limits.sweepUSD === null)
      return store.dispatch({
        type: "noticed",
        notice: "the workflow of sweeps is turned off in the settings",
      });
    store.dispatch({ type: "sheet", sheet: sweepConfirmation(product, list, money) });
  });
}

/** Does what was confirmed, shows what came of it, and gives what to say in a line. */
export async function performWatch(
  store: Store,
  operations: Operations,
  act: Extract<Act, { verb: "look" | "sweep" }>,
): Promise<string | null> {
  if (act.verb === "look") {
    const ran = await operations.look(act.repository);
    if (ran.changed.length + ran.done.length + ran.undone.length + ran.problems.length === 0)
      return `looked at ${act.repository}: nothing new`;
    const title = `What a look at ${act.repository} came to`;
    store.dispatch({ type: "sheet", sheet: { kind: "answer", title, blocks: lookedBlocks(ran), scroll: 0 } });
    return null;
  }
  const sweeping = await operations.sweep(act.product);
  const { week, kind } = sweeping.ran;
  if (QUIET.has(kind)) return `${act.product} ${week} was swept before`;
  const title = `The sweep of ${act.product} ${week}`;
  const blocks = sweepingBlocks(sweeping);
  store.dispatch({ type: "sheet", sheet: { kind: "answer", title, blocks, scroll: 0 } });
  return null;
}

const QUIET: ReadonlySet<SweepRan["kind"]> = new Set(["already"]);
