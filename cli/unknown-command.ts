export interface UnknownCommand {
  /** What was typed. */
  readonly command: string;
  /** A sentence that names the close ones. */
  readonly suggestion: string;
}

/** The command that `argv` asks for where there is none such, with the closest that exist; otherwise null. */
export function unknownCommand(argv: readonly string[], ids: readonly string[]): UnknownCommand | null {
  const end = argv.findIndex((word) => word.startsWith("-"));
  const words = end === -1 ? argv : argv.slice(0, end);
  const first = words[0];
  if (first === undefined) return null;
  const known = ids.map((id) => id.split(":"));
  if (known.some((path) => path.every((word, at) => word === words[at]))) return null;
  const isTopic = known.some((path) => path.length > 1 && path[0] === first);
  const typed = isTopic ? words.slice(0, 2).join(" ") : first;
  const close = closest(
    typed,
    ids.map((id) => id.replaceAll(":", " ")),
  );
  return {
    command: typed,
    suggestion:
      close.length === 0 ? "" : `did you mean ${close.map((id) => `\`assay ${id}\``).join(" or ")}? `,
  };
}

/** At most three, nearest first, no further than a third of the letters away. */
function closest(typed: string, ids: readonly string[]): string[] {
  const limit = Math.max(1, Math.ceil(Math.min(typed.length, 40) / 3));
  return ids
    .map((id) => ({ id, distance: id.startsWith(typed) ? 0 : editDistance(typed.slice(0, 40), id) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.id.localeCompare(b.id))
    .slice(0, 3)
    .map(({ id }) => id);
}

/** Insertions, deletions, substitutions and swaps of neighbours that make one word of the other. */
function editDistance(from: string, to: string): number {
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
