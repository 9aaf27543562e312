import type { ItemEvent } from "../item-event.ts";
import type { Item } from "../item-state.ts";
import type { Head, ItemContext } from "./decision.ts";

/** The commit that stands for an item now: the one that is given, else the head where the item's branch is checked out. Pure. */
export function candidateOf(
  { links }: Pick<Item, "links">,
  head: Head,
  sha: string | null = null,
): string | null {
  return sha ?? (links.branch !== null && head.branch === links.branch ? head.commit : null);
}

/** What records a commit as the newest that the gates take; nothing where it is that already. Pure. */
export function acceptRevision(
  { revisions }: Pick<Item, "revisions">,
  sha: string | null,
  { at, actor }: Pick<ItemContext, "at" | "actor">,
): ItemEvent[] {
  if (sha === null || revisions.at(-1) === sha) return [];
  return [{ type: "ItemRevisionAccepted", data: { sha, at, by: actor.actor_id } }];
}
