import { editDistance } from "./edit-distance.ts";

/**
 * The known word that was most likely meant: the one that begins or is begun by what was typed, else the one that differs
 * least, by no more than a third of its letters. Null where none is near. Pure.
 */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const plain = flat(typed);
  if (plain === "") return null;
  const near = known
    .map((word) => ({ word, distance: distanceOf(plain, flat(word)) }))
    .filter(
      ({ word, distance }) => distance <= Math.max(1, Math.floor(Math.max(word.length, plain.length) / 3)),
    )
    .toSorted(
      (a, b) => a.distance - b.distance || a.word.length - b.word.length || (a.word < b.word ? -1 : 1),
    );
  return near[0]?.word ?? null;
}

function distanceOf(typed: string, word: string): number {
  const isBeginning = typed.length > 2 && (word.startsWith(typed) || typed.startsWith(word));
  return isBeginning ? 0 : editDistance(typed, word);
}

/** Case and the way of joining words are no difference: `methodConfig` is `method_config`. */
function flat(word: string): string {
  return word
    .slice(0, 80)
    .toLowerCase()
    .replace(/[-_\s]/g, "");
}
