import type { IndexedProblem, IndexedRecord } from "../ports/record-index.ts";
import { readRecordFile } from "./record-file.ts";

/** What one file tells the index: its record, or what is wrong with it. */
export type IndexedFile =
  | { readonly kind: "record"; readonly record: IndexedRecord }
  | { readonly kind: "bad"; readonly problems: readonly IndexedProblem[] };

/** Reads a record's file as {@link readRecordFile} does and keeps what lists need. `path` is relative to the root. */
export async function indexRecordFile(path: string, text: string): Promise<IndexedFile> {
  const file = await readRecordFile(path, text);
  if (file.kind === "bad") return { kind: "bad", problems: file.problems };
  const { id, kind, type, status, held, anchors, supersedes, superseded_by, confirmed, claim } = file.record;
  return {
    kind: "record",
    record: {
      path,
      scope: path.slice(0, path.indexOf("/")),
      record: {
        id,
        kind,
        ...(type === undefined ? {} : { type }),
        status,
        ...(held === undefined ? {} : { held }),
        anchors,
        ...(supersedes === undefined ? {} : { supersedes }),
        ...(superseded_by === undefined ? {} : { superseded_by }),
        ...(confirmed === undefined ? {} : { confirmed: { count: confirmed.count, last: confirmed.last } }),
        claim,
      },
    },
  };
}
