import { editDistance } from "#knowledge";

/** At most three, nearest first, no further than a third of the letters away. */
export function closest(typed: string, ids: readonly string[]): string[] {
  const limit = Math.max(1, Math.ceil(Math.min(typed.length, 40) / 3));
  return ids
    .map((id) => ({ id, distance: id.startsWith(typed) ? 0 : editDistance(typed.slice(0, 40), id) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.id.localeCompare(b.id))
    .slice(0, 3)
    .map(({ id }) => id);
}
