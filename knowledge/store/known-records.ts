import type { KnownRecord } from "../learn/curate/curation.ts";
import type { Deps } from "../ports/deps.ts";
import type { Records } from "../ports/records.ts";
import { readRecordFile } from "../record/record-file.ts";
import { parseRecordPath } from "../record/record-path.ts";
import { readPaths } from "./read-paths.ts";

/**
 * The records at these paths, each with its file, digest and confirmations, in the order given. What is gone or no
 * record any more is left out.
 */
export async function readKnownRecords(
  { records, journal }: Pick<Deps, "journal"> & { readonly records: Pick<Records, "read"> },
  paths: readonly string[],
): Promise<readonly KnownRecord[]> {
  const files = [];
  for (const { path, text, digest } of await readPaths(records, paths)) {
    const file = await readRecordFile(path, text);
    if (file.kind === "record") files.push({ file, digest });
  }
  const confirmations = await journal.confirmations(files.map(({ file }) => file.record.id));
  return files.map(({ file, digest }) => ({
    scope: parseRecordPath(file.path)?.scope ?? "",
    file,
    digest,
    confirmed: confirmations.get(file.record.id) ?? { count: 0, last: null },
  }));
}
