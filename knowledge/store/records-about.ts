import type { KnownRecord } from "../learn/curate/curation.ts";
import type { Deps } from "../ports/deps.ts";
import { primaryAnchor } from "../record/record.ts";
import { anchorFolders, parseRecordPath } from "../record/record-path.ts";
import { readKnownRecords } from "./known-records.ts";

export interface AnchorRecords {
  /** Records of any status and scope whose primary anchor is asked for. */
  readonly known: readonly KnownRecord[];
  /** Anchor folders of each scope. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths of all records, sorted. */
  readonly paths: readonly string[];
}

/**
 * Finds the records about these anchors by their paths alone. A file that is no record is passed over: it is
 * named where records are listed. Errors: those of the records and of the journal.
 */
export async function recordsAbout(
  deps: Pick<Deps, "records" | "journal">,
  anchors: ReadonlySet<string>,
): Promise<AnchorRecords> {
  const wanted = new Set([...anchors].flatMap(anchorFolders));
  const paths = await deps.records.list();
  const folders = new Map<string, Set<string>>();
  const about: string[] = [];
  for (const path of paths) {
    const place = parseRecordPath(path);
    if (place === null) continue;
    folders.set(place.scope, (folders.get(place.scope) ?? new Set()).add(place.folder));
    if (wanted.has(place.folder)) about.push(path);
  }
  // Two anchors can share a folder.
  const known = await readKnownRecords(deps, about);
  return { known: known.filter(({ file }) => anchors.has(primaryAnchor(file.record))), folders, paths };
}
