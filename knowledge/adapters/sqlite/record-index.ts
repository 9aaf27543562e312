import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { IndexedProblem, IndexedRecord, IndexedRecords, RecordIndex } from "../../ports/record-index.ts";
import { linksIn } from "../../record/search.ts";
import { fileSystemTime, keepsFolderTimes } from "../files/file-clock.ts";
import type { KnownFile, KnownFolder } from "../files/known-folder.ts";
import type { RecordFolders } from "../files/records.ts";
import {
  isDiskError,
  type LoadedIndex,
  loadIndex,
  replaceIndex,
  type StoredIndex,
  updateIndex,
} from "./index-file.ts";
import { type IndexPart, knownFolders, recordsOf } from "./index-part.ts";
import { staleFolders } from "./stale-folders.ts";

/**
 * The index in `<state>/index.db`. A call looks at every known file and folder, reads what is no longer as it was,
 * and keeps what it learned where it can. `plain` answers, and has the words for it, where the files cannot be read.
 */
export function sqliteRecordIndex(
  { root, state }: RecordFolders,
  plain: () => Promise<RecordIndex>,
): RecordIndex {
  const path = join(state, "index.db");

  async function answer(): Promise<IndexedRecords> {
    if (lstatSync(root, { throwIfNoEntry: false }) === undefined)
      return { records: [], links: [], problems: [] };
    const loaded = loadIndex(path);
    const index = loaded.kind === "index" ? loaded.index : null;
    const stale = index === null ? [""] : index.parts.flatMap((part) => staleFolders(root, part));
    if (index !== null && stale.length === 0) return listed(index.parts);
    return refreshed(loaded, index, stale);
  }

  async function refreshed(
    loaded: LoadedIndex,
    index: StoredIndex | null,
    stale: readonly string[],
  ): Promise<IndexedRecords> {
    const { readFolders } = await import("../files/read-folders.ts");
    const folders = new Map<string, KnownFolder>();
    for (const folder of index?.parts.flatMap(knownFolders) ?? []) folders.set(folder.path, folder);
    const clock = await lookAtClock(index);
    const touched = await readFolders(folders, stale, { root, ...clock });
    if (clock.writable && loaded.kind !== "busy")
      attempt(() => {
        if (index === null) replaceIndex(path, folders, clock.folderTimes);
        else updateIndex(path, index, folders, touched);
      });
    return collected([...folders.values()].flatMap(({ files }) => files));
  }

  /** Where nothing can be written nothing is kept either, and no stamp need prove anything. */
  async function lookAtClock(index: StoredIndex | null) {
    const { prepareState } = await import("../files/work-tree-lock.ts");
    try {
      await prepareState(state);
      return {
        now: fileSystemTime(state),
        folderTimes: index?.folderTimes ?? keepsFolderTimes(state),
        writable: true,
      };
    } catch (error) {
      if (!isDiskError(error)) throw error;
      return { now: 0, folderTimes: false, writable: false };
    }
  }

  return {
    async all() {
      try {
        return await answer();
      } catch (error) {
        if (isDiskError(error)) return (await plain()).all();
        throw error;
      }
    },
  };
}

/** Runs it; a disk that does not take it, or another process that is writing, is no error of an index. */
function attempt(keep: () => void): void {
  try {
    keep();
  } catch (error) {
    if (!isDiskError(error)) throw error;
  }
}

function listed(stored: readonly IndexPart[]): IndexedRecords {
  const parts = stored.map(({ places, columns }) => ({ places, columns: columns() }));
  return {
    records: {
      *[Symbol.iterator]() {
        for (const { places, columns } of parts)
          for (const record of recordsOf(places, columns)) if (record !== null) yield record;
      },
    },
    links: parts.flatMap(({ columns }) => columns.links),
    problems: sorted(parts.flatMap(({ columns }) => Object.values(columns.problems).flat())),
  };
}

function collected(files: Iterable<KnownFile>): IndexedRecords {
  const records: IndexedRecord[] = [];
  const problems: IndexedProblem[] = [];
  for (const { told } of files) {
    if (told.kind === "record") records.push(told.record);
    else problems.push(...told.problems);
  }
  return { records, links: linksIn(records), problems: sorted(problems) };
}

/** In order of path; those of one file as they were found. */
function sorted(problems: readonly IndexedProblem[]): readonly IndexedProblem[] {
  return problems.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
