import type { IndexedLink, IndexedProblem, IndexedRecord, RecordGist } from "../../ports/record-index.ts";
import type { FileStamp, KnownFile, KnownFolder } from "../files/known-folder.ts";

/**
 * Some of the folders as they are stored, a column a key, what repeats only once and what differs as one text: read,
 * it is a handful of values, and a record is made when it is asked for. Files stand in the order of their folders.
 */
export interface PackedPart {
  /** Three numbers a folder, then five a file: its stamp and its digest. */
  readonly stamps: Float64Array;
  readonly places: Places;
  readonly columns: Columns;
}

/** What is looked at to see whether the rest still holds. */
export interface Places {
  readonly folders: readonly string[];
  /** Files of each folder. */
  readonly counts: readonly number[];
  /** With a space after each. */
  readonly ids: string;
}

export interface Columns extends SharedColumns {
  /** One after the other, in UTF-8: as a text they would fill the heap, and collecting it costs more than the answer. */
  readonly claims: Buffer;
  /**
   * For each folder where its claims end, in bytes; then three a file: the length of its claim, its place among the
   * forms, -1 for what is no record, and its place among the anchors.
   */
  readonly numbers: Int32Array;
}

export interface SharedColumns {
  /** The distinct kinds with type and status. */
  readonly forms: readonly Form[];
  /** The distinct lists: the records of one place mostly share theirs. */
  readonly anchors: readonly (readonly string[])[];
  /** By place of the file. */
  readonly more: Readonly<Record<number, More>>;
  readonly links: readonly IndexedLink[];
  readonly problems: Readonly<Record<number, readonly IndexedProblem[]>>;
}

type Form = Pick<RecordGist, "kind" | "type" | "status">;
type More = Pick<RecordGist, "held" | "supersedes" | "superseded_by" | "confirmed">;

/**
 * The same, as it was read. The columns are asked for after the files were looked at: what is alive by then is
 * copied whenever the stats of thousands of files are cleared away.
 */
export interface IndexPart {
  readonly stamps: Float64Array;
  readonly places: Places;
  columns(): Columns;
}

export const FOLDER_NUMBERS = 3;
export const FILE_NUMBERS = 5;
export const ID_END = " ";

export function packPart(folders: readonly KnownFolder[]): PackedPart {
  const files = folders.flatMap((folder) => folder.files);
  const forms = dictionary<Form>();
  const anchorLists = dictionary<readonly string[]>();
  const claimEnds: number[] = [];
  const numbers: number[] = [];
  const more: Record<number, More> = {};
  const problems: Record<number, readonly IndexedProblem[]> = {};
  const links: IndexedLink[] = [];
  const claims: Buffer[] = [];
  let claimEnd = 0;
  let at = 0;
  for (const folder of folders) {
    let text = "";
    for (const { told } of folder.files) {
      if (told.kind === "bad") {
        problems[at] = told.problems;
        numbers.push(0, -1, -1);
      } else {
        const { kind, type, status, anchors, claim, id, ...rest } = told.record.record;
        text += claim;
        numbers.push(claim.length, forms.place({ kind, type, status }), anchorLists.place(anchors));
        if (Object.keys(rest).length > 0) more[at] = rest;
        const { superseded_by } = rest;
        if (superseded_by !== undefined) links.push({ id, superseded_by });
      }
      at++;
    }
    const bytes = Buffer.from(text);
    claims.push(bytes);
    claimEnd += bytes.length;
    claimEnds.push(claimEnd);
  }
  const stamps = [
    ...folders.flatMap(({ stamp }) => stamp),
    ...files.flatMap(({ stamp, digest }) => [...stamp, digest]),
  ];
  return {
    stamps: Float64Array.from(stamps),
    places: {
      folders: folders.map(({ path }) => path),
      counts: folders.map((folder) => folder.files.length),
      ids: files.map(({ id }) => id + ID_END).join(""),
    },
    columns: {
      claims: Buffer.concat(claims),
      numbers: Int32Array.from([...claimEnds, ...numbers]),
      forms: forms.values(),
      anchors: anchorLists.values(),
      more,
      links,
      problems,
    },
  };
}

/** Distinct values by the order in which they came. */
function dictionary<Value>() {
  const places = new Map<string, number>();
  return {
    place(value: Value): number {
      const key = JSON.stringify(value);
      const place = places.get(key) ?? places.size;
      places.set(key, place);
      return place;
    },
    values: () => [...places.keys()].map((key) => JSON.parse(key) as Value),
  };
}

/** The record of each file, or null where it is none, in order; each is made when it is asked for. */
export function* recordsOf(
  { folders, counts, ids }: Places,
  { claims, numbers, forms, anchors, more }: Columns,
): Generator<IndexedRecord | null> {
  let number = folders.length;
  let at = 0;
  let idFrom = 0;
  let bytesFrom = 0;
  for (const [folder, path] of folders.entries()) {
    const scope = path.slice(0, path.indexOf("/"));
    const bytesTo = numbers[folder]!;
    const texts = claims.toString("utf8", bytesFrom, bytesTo);
    bytesFrom = bytesTo;
    let claimFrom = 0;
    for (const end = at + counts[folder]!; at < end; at++) {
      const idTo = ids.indexOf(ID_END, idFrom);
      const id = ids.slice(idFrom, idTo);
      idFrom = idTo + ID_END.length;
      const claimTo = claimFrom + numbers[number++]!;
      const claim = texts.slice(claimFrom, claimTo);
      claimFrom = claimTo;
      const form = forms[numbers[number++]!];
      const named = anchors[numbers[number++]!];
      if (form === undefined || named === undefined) {
        yield null;
        continue;
      }
      const { kind, type, status } = form;
      const gist = { id, kind, type, status, anchors: named, claim };
      const known = more[at];
      yield { path: `${path}${id}.md`, scope, record: known === undefined ? gist : { ...gist, ...known } };
    }
  }
}

/** The folders of a part, to be read on from. */
export function knownFolders({ stamps, places, columns }: IndexPart): KnownFolder[] {
  const { folders, counts, ids } = places;
  const told = columns();
  const { problems } = told;
  const names = ids.split(ID_END);
  const records = [...recordsOf(places, told)];
  let at = 0;
  return folders.map((path, folder) => {
    const files: KnownFile[] = [];
    for (const end = at + counts[folder]!; at < end; at++) {
      const from = folders.length * FOLDER_NUMBERS + at * FILE_NUMBERS;
      const [ino = 0, size = 0, mtime = 0, ctime = 0, digest = 0] = stamps.subarray(
        from,
        from + FILE_NUMBERS,
      );
      const stamp: FileStamp = [ino, size, mtime, ctime];
      const record = records[at] ?? null;
      files.push({
        id: names[at]!,
        stamp,
        digest,
        told: record === null ? { kind: "bad", problems: problems[at] ?? [] } : { kind: "record", record },
      });
    }
    const [ino = 0, mtime = 0, ctime = 0] = stamps.subarray(folder * FOLDER_NUMBERS);
    return { path, stamp: [ino, mtime, ctime], files };
  });
}
