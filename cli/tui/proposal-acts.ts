import { counted } from "../terminal/age.ts";
import type { Act } from "./act.ts";
import { attempt } from "./attempt.ts";
import type { Deciding, Operations } from "./operations.ts";
import { decidingConfirmation } from "./proposal-sheets.ts";
import type { Reach } from "./reach.ts";
import type { Store } from "./store.ts";
import { tellRefused } from "./tell-refused.ts";

const DONE = { apply: "carried out", drop: "dropped" } as const satisfies Record<Deciding, string>;

/** Asks the operation what carrying out or dropping proposals would do, and shows that for confirmation. */
export async function planDeciding(
  store: Store,
  { operations }: Reach,
  verb: Deciding,
  ids: readonly string[],
  reason: string | null,
): Promise<void> {
  await attempt(store, "planning", async () => {
    const plan = await operations.decide(verb, { ids, reason, seen: null });
    if (plan.result === "refused") return tellRefused(store, plan.refused);
    store.dispatch({ type: "sheet", sheet: decidingConfirmation(store.get(), verb, ids, reason, plan) });
  });
}

/** Does what was confirmed, on the files that were shown, and gives what to say. */
export async function performDeciding(
  store: Store,
  operations: Operations,
  { verb, ids, reason, seen }: Extract<Act, { verb: Deciding }>,
): Promise<string | null> {
  const { result, refused } = await operations.decide(verb, { ids, reason, seen });
  if (result === "refused") tellRefused(store, refused);
  return result === "refused" ? null : `${counted(ids.length, "proposal")} ${DONE[verb]}`;
}
