import { lstatSync } from "node:fs";
import { FILE_NUMBERS, FOLDER_NUMBERS, ID_END, type IndexPart } from "./index-part.ts";

const LENIENT = { throwIfNoEntry: false } as const;

/**
 * The folders of the part that are no longer as they were, or hold a file that is not. A look at every file: an
 * editor that writes in place changes nothing else.
 */
export function staleFolders(root: string, { stamps, places }: IndexPart): string[] {
  const { folders, counts, ids } = places;
  const stale: string[] = [];
  let at = folders.length * FOLDER_NUMBERS;
  let from = 0;
  for (const [folder, path] of folders.entries()) {
    const place = `${root}/${path}`;
    // With the slash at its end a link would be followed; the root may be one.
    const found = lstatSync(path === "" ? place : place.slice(0, -1), LENIENT);
    const own = folder * FOLDER_NUMBERS;
    let same =
      found !== undefined &&
      found.ino === stamps[own] &&
      found.mtimeMs === stamps[own + 1] &&
      found.ctimeMs === stamps[own + 2];
    for (const end = at + counts[folder]! * FILE_NUMBERS; at < end; at += FILE_NUMBERS) {
      const to = ids.indexOf(ID_END, from);
      const id = ids.slice(from, to);
      from = to + ID_END.length;
      if (!same) continue;
      const stats = lstatSync(`${place}${id}.md`, LENIENT);
      same =
        stats !== undefined &&
        stats.ino === stamps[at] &&
        stats.size === stamps[at + 1] &&
        stats.mtimeMs === stamps[at + 2] &&
        stats.ctimeMs === stamps[at + 3];
    }
    if (!same) stale.push(path);
  }
  return stale;
}
