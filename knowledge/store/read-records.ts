import type { Records } from "../ports/records.ts";
import { type RecordText, readRecordFiles } from "../record/read-record-files.ts";
import type { FileProblem } from "../record/record-file.ts";
import { parseRecordPath } from "../record/record-path.ts";
import type { FiledRecord } from "../record/search.ts";
import { readPaths } from "./read-paths.ts";
import { type ToldProblem, tellProblem } from "./told-problem.ts";

/** A record with its place, relative to the knowledge root. */
export interface PlacedRecord extends FiledRecord {
  readonly path: string;
}

/** Every record of the store in order of path, and what is wrong with the files that are none. */
export async function readRecords(
  records: Records,
): Promise<{ placed: readonly PlacedRecord[]; problems: readonly ToldProblem[] }> {
  const problems: FileProblem[] = [];
  const files = await readRecordFiles(await readTexts(records), problems);
  const placed = files.map(({ path, record }) => ({
    path,
    record,
    scope: parseRecordPath(path)?.scope ?? "",
  }));
  return { placed, problems: problems.map(tellProblem) };
}

/** The text of every file; one that goes away meanwhile is left out. */
export async function readTexts(records: Records): Promise<readonly RecordText[]> {
  return readPaths(records, await records.list());
}
