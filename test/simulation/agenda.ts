/** What is going to happen, each at its time; of equal times in the order in which they were entered. */
export interface Agenda {
  enter(at: number, happens: () => void): void;
  /** Time of the next one; infinite where there is none. */
  next(): number;
  /** Lets the next one happen. */
  take(): void;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly happens: () => void;
}

/** An empty agenda, kept as a binary heap. */
export function agenda(): Agenda {
  const heap: Entry[] = [];
  let order = 0;
  const isBefore = (one: Entry, other: Entry) =>
    one.at < other.at || (one.at === other.at && one.order < other.order);
  const swap = (one: number, other: number) => {
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  };
  return {
    enter(at, happens) {
      heap.push({ at, order: order++, happens });
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!isBefore(heap[child]!, heap[parent]!)) break;
        swap(child, parent);
        child = parent;
      }
    },
    next: () => heap[0]?.at ?? Number.POSITIVE_INFINITY,
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return;
      if (heap.length > 0) {
        heap[0] = last;
        for (let parent = 0; ; ) {
          const children = [2 * parent + 1, 2 * parent + 2].filter((child) => child < heap.length);
          const least = children.reduce(
            (best, child) => (isBefore(heap[child]!, heap[best]!) ? child : best),
            parent,
          );
          if (least === parent) break;
          swap(parent, least);
          parent = least;
        }
      }
      first.happens();
    },
  };
}
