import type { RecordIndex } from "../../ports/record-index.ts";

/** An index whose place is found, and whose code is loaded, at the first call. */
export function lateRecordIndex(open: () => Promise<RecordIndex>): RecordIndex {
  let opened: Promise<RecordIndex> | undefined;
  return {
    async all() {
      opened ??= open();
      return (await opened).all();
    },
  };
}
