/** Longest word that is compared; what is behind it does not count. */
const LONGEST = 80;

/** Insertions, deletions, substitutions and swaps of neighbours that make one word of the other. Pure. */
export function editDistance(one: string, other: string): number {
  const from = one.slice(0, LONGEST);
  const to = other.slice(0, LONGEST);
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let best = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + same);
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) best = Math.min(best, before[column - 2]! + 1);
      next.push(best);
    }
    before = last;
    last = next;
  }
  return last[to.length]!;
}
