import { evidenceHash } from "./evidence-hash.ts";
import { MOST_ITEMS } from "./request-caps.ts";
import type { Evidence, RequestContent } from "./request-content.ts";
import type { RequestState } from "./request-state.ts";

export interface WantedItem {
  readonly hash: string;
  readonly evidence: Evidence;
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
  readonly content: RequestContent;
}

/** What is wanted, sorted by what is to become of it. */
export interface WantedItems {
  /** To be proposed now, at most {@link MOST_ITEMS}: first what is in the open request, then as it came. */
  readonly now: readonly WantedItem[];
  /** How many wait for the next request. */
  readonly waiting: number;
  /** How many are left out because people closed a request with them. */
  readonly declined: number;
}

/**
 * Sorts what is wanted: what is settled is left out, of what says the same the first counts. Pure.
 */
export function wantedItems(
  { settled, declined, open, placed }: Pick<RequestState, "settled" | "declined" | "open" | "placed">,
  wanted: readonly RequestContent[],
): WantedItems {
  const done = new Set(settled);
  const refused = new Set(declined);
  const items = new Map<string, WantedItem>();
  const left = new Set<string>();
  for (const content of wanted) {
    const texts = new Map(content.files.map(({ path, text }) => [path, text]));
    for (const evidence of content.evidence) {
      const hash = evidenceHash(evidence);
      if (items.has(hash) || done.has(hash)) continue;
      if (refused.has(hash)) {
        left.add(hash);
        continue;
      }
      const files = evidence.files.map((path) => ({ path, text: texts.get(path) ?? null }));
      items.set(hash, { hash, evidence, files, content });
    }
  }
  const taken = new Set((open ?? placed)?.items ?? []);
  const all = [...items.values()].toSorted((a, b) => Number(taken.has(b.hash)) - Number(taken.has(a.hash)));
  return {
    now: all.slice(0, MOST_ITEMS),
    waiting: Math.max(0, all.length - MOST_ITEMS),
    declined: left.size,
  };
}
