import type { KnownRecord } from "../learn/curate/curation.ts";
import type { Deps } from "../ports/deps.ts";
import type { Records } from "../ports/records.ts";
import { primaryAnchor } from "../record/record.ts";
import { anchorFolders } from "../record/record-path.ts";
import { readKnownRecords } from "./known-records.ts";

export interface AnchorRecords {
  /** Records of any status and scope whose primary anchor is asked for. */
  readonly known: readonly KnownRecord[];
  /** Anchor folders of each scope, as far as `Records.under` tells them. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths of the records in the folders of these anchors, sorted. */
  readonly paths: readonly string[];
}

/**
 * Finds the records about these anchors by their paths alone. A file that is no record is passed over: it is
 * named where records are listed. Errors: those of the records and of the journal.
 */
export async function recordsAbout(
  deps: Pick<Deps, "journal"> & { readonly records: Pick<Records, "read" | "under"> },
  anchors: ReadonlySet<string>,
): Promise<AnchorRecords> {
  const { paths, folders } = await deps.records.under([...anchors].flatMap(anchorFolders));
  // Two anchors can share a folder.
  const known = await readKnownRecords(deps, paths);
  return { known: known.filter(({ file }) => anchors.has(primaryAnchor(file.record))), folders, paths };
}
