import { mayChangeStatus } from "./lifecycle.ts";
import { problemAt } from "./problem-at.ts";
import { type RecordText, readRecordFiles } from "./read-record-files.ts";
import { type KnowledgeRecord, type Origin, primaryAnchor, type RecordKey } from "./record.ts";
import type { FileProblem, RecordFile } from "./record-file.ts";
import { birthStatus } from "./record-problems.ts";

/** What a record is, and never stops being. */
const FIXED = ["kind", "type", "learned_at", "origin", "supersedes"] as const satisfies readonly RecordKey[];

/** What a change from `base` to `files` (`read`, those of them that are records) did that it may not. */
export async function changeProblems(
  files: readonly RecordText[],
  read: readonly RecordFile[],
  base: readonly RecordText[],
  by: Origin,
): Promise<FileProblem[]> {
  const found: FileProblem[] = [];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const untouched = new Set(
    base.filter(({ path, text }) => texts.get(path) === text).map(({ path }) => path),
  );
  // What was wrong with the base is not the fault of the change.
  const touched = await readRecordFiles(
    base.filter(({ path }) => !untouched.has(path)),
    [],
  );
  const before = new Map(touched.map((file) => [file.record.id, file]));
  const names = new Set(files.map(({ path }) => stem(path)));
  for (const { path } of base) {
    if (!names.has(stem(path)))
      found.push({
        path,
        line: 1,
        key: null,
        problem: "the record was removed",
        hint: `restore the file and use assay knowledge forget ${stem(path)}: what was learned stays on disk`,
      });
  }
  for (const file of read) {
    if (untouched.has(file.path)) continue;
    const old = before.get(file.record.id)?.record;
    found.push(...(old === undefined ? bornProblems(file, by) : becameProblems(file, old, by)));
  }
  return found;
}

function bornProblems(file: RecordFile, by: Origin): FileProblem[] {
  const { kind, status } = file.record;
  const birth = birthStatus(kind);
  // Between two commits a person's machine may have promoted it; CI never does.
  if (by !== "ci" || status === birth) return [];
  return [
    problemAt(file, "status", `a new ${kind} from CI is ${birth}, not ${status}`, `set status: ${birth}`),
  ];
}

function becameProblems(file: RecordFile, old: KnowledgeRecord, by: Origin): FileProblem[] {
  const { record } = file;
  const found: FileProblem[] = [];
  for (const key of FIXED) {
    const isFirstLink = key === "supersedes" && old.supersedes === undefined;
    if (record[key] === old[key] || isFirstLink) continue;
    found.push(
      problemAt(
        file,
        key,
        `${key} was ${old[key] ?? "absent"} and is ${record[key] ?? "absent"}`,
        "a record keeps what it was born with; put it back and add a new record",
      ),
    );
  }
  if (primaryAnchor(record) !== primaryAnchor(old))
    found.push(
      problemAt(
        file,
        "anchors",
        `the first anchor was ${primaryAnchor(old)}`,
        "put it back and add a new record for the other anchor",
      ),
    );
  if (!isReachable(old, record, by)) {
    const [who, hint] = by === "ci" ? CI_MAY_NOT : isReachable(old, record, "person") ? PERSONS_ALONE : NEVER;
    const change = `${who} from ${old.status} to ${record.status}`;
    found.push(problemAt(file, "status", change, `put status: ${old.status} back and ${hint}`));
  }
  if (by === "ci" && record.claim !== old.claim)
    found.push(
      problemAt(file, "claim", "CI may not reword a record", "leave the record and write a proposal"),
    );
  return found;
}

/** Who may not take a record from one status to another, and what to do instead. */
const CI_MAY_NOT = ["CI may not take a record", "write a proposal"] as const;
const PERSONS_ALONE = ["only a person takes a record", "leave it to one"] as const;
const NEVER = ["a record is never taken", "add a new record"] as const;

/** In one step or two: a branch may have promoted a record and superseded it since. */
function isReachable(old: KnowledgeRecord, record: KnowledgeRecord, by: Origin): boolean {
  if (mayChangeStatus(old, record.status, by)) return true;
  const between = (["active", "candidate"] as const).filter((status) => mayChangeStatus(old, status, by));
  return between.some((status) => mayChangeStatus({ ...old, status }, record.status, by));
}

function stem(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
}
