import type { Item, ItemState } from "../item-state.ts";
import { acceptRevision, candidateOf } from "./accept-revision.ts";
import type { Head, ItemContext, ItemDecision } from "./decision.ts";
import { findItem } from "./find-item.ts";
import { guardClaim } from "./guard-claim.ts";

export interface LinkItem {
  readonly key: string;
  /** Only what is to change. */
  readonly links: Partial<Item["links"]>;
  /** Commit that its gates are to take from now on, or null for what is checked out. */
  readonly sha: string | null;
  readonly head: Head;
}

/** Says where an item's work is, and records what is checked out there as what its gates take. Pure. */
export function linkItem(state: ItemState, ask: LinkItem, context: ItemContext): ItemDecision<Item> {
  const found = findItem(state, ask.key);
  if (found.kind === "refused") return found;
  const { item } = found;
  const held = guardClaim(item, null, context);
  if (held !== null) return held;
  const changes = Object.entries(ask.links).filter(
    ([name, value]) => value !== item.links[name as keyof Item["links"]],
  );
  const links = { ...item.links, ...Object.fromEntries(changes) };
  const sha = candidateOf({ links }, ask.head, ask.sha);
  const accepted = acceptRevision(item, sha, context);
  const { at, actor } = context;
  return {
    kind: "decided",
    events: [
      ...(changes.length === 0
        ? []
        : [
            {
              type: "ItemLinked" as const,
              data: { links: Object.fromEntries(changes), at, by: actor.actor_id },
            },
          ]),
      ...accepted,
    ],
    result: {
      ...item,
      links,
      revisions:
        accepted.length === 0 || sha === null
          ? item.revisions
          : [...item.revisions.filter((one) => one !== sha), sha],
    },
  };
}
