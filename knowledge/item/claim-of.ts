import type { QaActor } from "../qa/decisions/context.ts";
import type { Claim, Item } from "./item-state.ts";

/** Who works on an item, or on one task of it (whoever holds the item holds its tasks that nobody took); null for nobody. Pure. */
export function claimOf(item: Item, task_num: number | null = null): Claim | null {
  const task = task_num === null ? undefined : item.tasks[task_num];
  return task?.claim ?? item.claim;
}

/** Whether a claim is held by who acts: the same person in the same session. Pure. */
export function isHeldBy(claim: Claim | null, { actor_id, session_id }: QaActor): boolean {
  return claim !== null && claim.actor_id === actor_id && claim.session_id === session_id;
}

/** Who holds a claim, for people: the person, and the session where there is one. Pure. */
export function holderName({ actor_id, session_id }: Claim): string {
  return session_id === null ? actor_id : `${actor_id} (session ${session_id})`;
}
