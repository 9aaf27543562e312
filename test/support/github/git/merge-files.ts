import type { Files } from "./trees.ts";

/** Files of a three-way merge, a file as a whole; null where both sides changed one file differently. */
export function mergeFiles(base: Files, ours: Files, theirs: Files): Files | null {
  const merged: Files = new Map();
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const was = base.get(path)?.sha;
    const [one, other] = [ours.get(path), theirs.get(path)];
    if (one?.sha !== was && other?.sha !== was && one?.sha !== other?.sha) return null;
    const file = one?.sha === was ? other : one;
    if (file !== undefined) merged.set(path, file);
  }
  return merged;
}
