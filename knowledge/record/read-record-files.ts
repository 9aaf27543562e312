import { type FileProblem, type RecordFile, readRecordFile } from "./record-file.ts";

/** A file under the knowledge root; `path` is relative to it, with `/`. */
export interface RecordText {
  readonly path: string;
  readonly text: string;
}

/** The files that are records, in order of path; what is wrong with the others goes to `problems`. */
export async function readRecordFiles(
  files: readonly RecordText[],
  problems: FileProblem[],
): Promise<RecordFile[]> {
  const read: RecordFile[] = [];
  for (const { path, text } of files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    const file = await readRecordFile(path, text);
    if (file.kind === "record") read.push(file);
    else problems.push(...file.problems);
  }
  return read;
}
