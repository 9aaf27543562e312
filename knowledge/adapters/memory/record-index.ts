import type { IndexedProblem, IndexedRecord, RecordIndex } from "../../ports/record-index.ts";
import type { Records } from "../../ports/records.ts";
import { indexRecordFile } from "../../record/index-record-file.ts";
import { linksIn } from "../../record/search.ts";

/** Files that are read at the same time. */
const READ_AT_ONCE = 64;

/** No index: every file is read at every call. One that goes away meanwhile is left out. */
export function plainRecordIndex(files: Pick<Records, "list" | "read">): RecordIndex {
  return {
    async all() {
      const records: IndexedRecord[] = [];
      const problems: IndexedProblem[] = [];
      const paths = await files.list();
      for (let from = 0; from < paths.length; from += READ_AT_ONCE) {
        const texts = await Promise.all(
          paths.slice(from, from + READ_AT_ONCE).map((path) => files.read(path)),
        );
        for (const stored of texts) {
          if (stored === null) continue;
          const file = await indexRecordFile(stored.path, stored.text);
          if (file.kind === "record") records.push(file.record);
          else problems.push(...file.problems);
        }
      }
      return { records, links: linksIn(records), problems };
    },
  };
}
