import type { Records } from "../ports/records.ts";
import { type RecordText, readRecordFiles } from "../record/read-record-files.ts";
import type { FileProblem } from "../record/record-file.ts";
import { parseRecordPath } from "../record/record-path.ts";
import type { FiledRecord } from "../record/search.ts";
import { type ToldProblem, tellProblem } from "./told-problem.ts";

/** A record with its place, relative to the knowledge root. */
export interface PlacedRecord extends FiledRecord {
  readonly path: string;
}

/** Files that are read at the same time. */
const READ_AT_ONCE = 64;

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
export async function readTexts(records: Records): Promise<RecordText[]> {
  const paths = await records.list();
  const texts: RecordText[] = [];
  for (let from = 0; from < paths.length; from += READ_AT_ONCE) {
    const some = await Promise.all(paths.slice(from, from + READ_AT_ONCE).map((path) => records.read(path)));
    texts.push(...some.filter((file) => file !== null));
  }
  return texts;
}
