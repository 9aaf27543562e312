import { changeProblems } from "./change-problems.ts";
import { isCurrent } from "./lifecycle.ts";
import { linkProblems } from "./link-problems.ts";
import { problemAt } from "./problem-at.ts";
import { type RecordText, readRecordFiles } from "./read-record-files.ts";
import { type Origin, primaryAnchor } from "./record.ts";
import type { FileProblem, RecordFile } from "./record-file.ts";
import { anchorFolders, parseRecordPath } from "./record-path.ts";
import { recordProblems } from "./record-problems.ts";
import { scanText } from "./text-scan.ts";

export interface CheckInput {
  readonly files: readonly RecordText[];
  /** The files as they were before the change; null where only the set itself is checked. */
  readonly base: readonly RecordText[] | null;
  /** Who made the change: what CI may do to a record is less than what a person may. */
  readonly by: Origin;
}

/**
 * All that is wrong with a set of record files, and with what a change did to them, in order of path and line:
 * form, rules between keys, path and anchors, forbidden text, links in both directions, the same thing twice, and
 * against the base records that vanished, changed what they are, or took a status that they may not. Pure; the
 * order of the files does not matter.
 */
export async function checkRecords({ files, base, by }: CheckInput): Promise<readonly FileProblem[]> {
  const problems: FileProblem[] = [];
  const read = await readRecordFiles(files, problems);
  const byId = new Map<string, RecordFile[]>();
  for (const file of read) byId.set(file.record.id, [...(byId.get(file.record.id) ?? []), file]);

  for (const file of read) {
    problems.push(...ruleProblems(file), ...placeProblems(file), ...textProblems(file));
    problems.push(...linkProblems(file, byId));
  }
  problems.push(...twiceProblems(read, byId));
  if (base !== null) problems.push(...(await changeProblems(files, read, base, by)));
  return problems.sort(
    (a, b) =>
      compare(a.path, b.path) ||
      a.line - b.line ||
      compare(a.key ?? "", b.key ?? "") ||
      compare(a.problem, b.problem),
  );
}

function ruleProblems(file: RecordFile): FileProblem[] {
  return recordProblems(file.record).map(({ key, problem, hint }) => problemAt(file, key, problem, hint));
}

function placeProblems(file: RecordFile): FileProblem[] {
  const anchor = primaryAnchor(file.record);
  const folders = anchorFolders(anchor);
  const place = parseRecordPath(file.path);
  if (place !== null && folders.includes(place.folder)) return [];
  return [
    problemAt(
      file,
      "anchors",
      place === null
        ? "the path is not <scope>/<anchor>/<id>.md"
        : `the folder ${place.folder} is not the one of ${anchor}, the first anchor`,
      `move the file with git mv to ${place?.scope ?? "<scope>"}/${folders[0]}/, or put the right anchor first`,
    ),
  ];
}

function textProblems(file: RecordFile): FileProblem[] {
  const { claim, anchors } = file.record;
  const texts = [["claim", claim] as const, ...anchors.map((anchor) => ["anchors", anchor] as const)];
  return texts.flatMap(([key, text]) =>
    scanText(text).map(({ finding, start, text: found }) => {
      const lines = key === "claim" ? text.slice(0, start).split("\n").length - 1 : 0;
      const problem = problemAt(
        file,
        key,
        `${finding}: ${visible(found)}`,
        "say it as what the application does, without the text itself",
      );
      return { ...problem, line: problem.line + lines };
    }),
  );
}

/** One id in two files, and one claim about one thing in two current records. */
function twiceProblems(
  read: readonly RecordFile[],
  byId: ReadonlyMap<string, readonly RecordFile[]>,
): FileProblem[] {
  const found: FileProblem[] = [];
  for (const [id, [first, ...others]] of byId) {
    for (const other of others)
      found.push(problemAt(other, "id", `${id} is in ${first?.path} too`, "remove one of the two files"));
  }
  const claims = new Map<string, RecordFile>();
  for (const file of read.toSorted((a, b) => compare(a.record.id, b.record.id) || compare(a.path, b.path))) {
    const { record } = file;
    if (!isCurrent(record)) continue;
    const { scope = "" } = parseRecordPath(file.path) ?? {};
    const what = [
      scope,
      record.kind,
      record.type,
      primaryAnchor(record),
      record.root_cause,
      sameClaim(record.claim),
    ];
    const key = JSON.stringify(what);
    const first = claims.get(key);
    if (first === undefined) claims.set(key, file);
    else if (first.record.id !== record.id)
      found.push(
        problemAt(
          file,
          "claim",
          `says the same about ${primaryAnchor(record)} as ${first.record.id}`,
          `keep one: assay knowledge forget ${record.id}`,
        ),
      );
  }
  return found;
}

function sameClaim(claim: string): string {
  return claim
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .replace(/[.!]+$/, "");
}

/** Quoted, with what cannot be seen as its code point. */
function visible(text: string): string {
  const shown = [...text.slice(0, 80)].map((char) =>
    /[\p{C}\p{Zl}\p{Zp}]/u.test(char)
      ? `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`
      : char,
  );
  return `"${shown.join("")}"`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
