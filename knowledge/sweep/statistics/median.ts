/** The middle of some numbers, or the mean of the two in the middle; null where there are none. Pure. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below, at] = [sorted[middle - 1], sorted[middle]];
  if (at === undefined) return null;
  return sorted.length % 2 === 1 || below === undefined ? at : (below + at) / 2;
}
