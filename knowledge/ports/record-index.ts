/**
 * What the record files say, in the small, without reading each of them: an index that can be deleted, is brought
 * up to date at each use by what the file system tells, and never writes to a record. The answer is that of reading
 * every file: an edit by hand is seen by the next call.
 *
 * Errors of every call: those of `Records`. An index that cannot be read or kept is none: the files are read.
 */
export interface RecordIndex {
  /** Every record that can be read, in no order, and what is wrong with the other files, in order of path. */
  all(): Promise<IndexedRecords>;
}

export interface IndexedRecords {
  /** Can be gone through again and again; each may be made only then, so that what is passed over costs little. */
  readonly records: Iterable<IndexedRecord>;
  /** Those of them that name a successor, and it. */
  readonly links: readonly IndexedLink[];
  readonly problems: readonly IndexedProblem[];
}

export type IndexedLink = Pick<RecordGist, "id" | "superseded_by">;

/** A record with its place: `path` is relative to the knowledge root, `scope` the folder that it begins with. */
export interface IndexedRecord {
  readonly path: string;
  readonly scope: string;
  readonly record: RecordGist;
}

/** What lists filter, order, link and show: the keys of the front matter and the claim as `record/record.ts` has them. */
export interface RecordGist {
  readonly id: string;
  readonly kind: "fact" | "caution" | "procedure" | "unknown";
  readonly type?: "navigational" | "selector" | "behavioral" | "measurement" | undefined;
  readonly status: "candidate" | "active" | "superseded" | "deprecated" | "open" | "resolved";
  readonly held?: string | undefined;
  readonly anchors: readonly string[];
  readonly supersedes?: string | undefined;
  readonly superseded_by?: string | undefined;
  readonly confirmed?: { readonly count: number; readonly last: string } | undefined;
  readonly claim: string;
}

/** What is wrong where in a file, and the way out; `path` is relative to the knowledge root. */
export interface IndexedProblem {
  readonly path: string;
  readonly line: number;
  readonly key: string | null;
  readonly problem: string;
  readonly hint: string;
}
