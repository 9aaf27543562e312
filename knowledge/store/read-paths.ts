import type { Records, StoredRecord } from "../ports/records.ts";

/** Files that are read at the same time. */
const READ_AT_ONCE = 64;

/** The files at these paths, in that order; one that is gone is left out. Errors: those of the records. */
export async function readPaths(
  records: Pick<Records, "read">,
  paths: readonly string[],
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (let from = 0; from < paths.length; from += READ_AT_ONCE) {
    const some = await Promise.all(paths.slice(from, from + READ_AT_ONCE).map((path) => records.read(path)));
    found.push(...some.filter((file) => file !== null));
  }
  return found;
}
