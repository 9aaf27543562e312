import { parseRecordPath } from "./record-path.ts";

/** Of these paths the record files in some anchor folders, sorted, and the anchor folders of each scope that they tell. Pure. */
export function recordsUnder(
  paths: readonly string[],
  folders: readonly string[],
): { readonly paths: readonly string[]; readonly folders: ReadonlyMap<string, ReadonlySet<string>> } {
  const wanted = new Set(folders);
  const found: string[] = [];
  const taken = new Map<string, Set<string>>();
  for (const path of paths) {
    const place = parseRecordPath(path);
    if (place === null) continue;
    taken.set(place.scope, (taken.get(place.scope) ?? new Set()).add(place.folder));
    if (wanted.has(place.folder)) found.push(path);
  }
  return { paths: found.sort(), folders: taken };
}
