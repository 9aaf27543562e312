/**
 * Collects the first `count` of what is added, in the order of `compare`, and counts all of it. What cannot be among
 * them any more is let go of, so that a page of a long list costs no sorting of the list.
 */
export function bestOf<Item>(
  count: number,
  compare: (a: Item, b: Item) => number,
): {
  add(item: Item): void;
  end(): { readonly total: number; readonly best: readonly Item[] };
} {
  const most = count * 2 + 100;
  let kept: Item[] = [];
  let worst: Item | undefined;
  let total = 0;

  function cut(): void {
    kept = kept.sort(compare).slice(0, count);
    if (kept.length === count) worst = kept.at(-1);
  }

  return {
    add(item) {
      total++;
      if (worst !== undefined && compare(item, worst) >= 0) return;
      kept.push(item);
      if (kept.length > most) cut();
    },
    end() {
      cut();
      return { total, best: kept };
    },
  };
}
