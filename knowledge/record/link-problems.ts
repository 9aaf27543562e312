import { problemAt } from "./problem-at.ts";
import { primaryAnchor } from "./record.ts";
import type { FileProblem, RecordFile } from "./record-file.ts";

const OTHER_END = { supersedes: "superseded_by", superseded_by: "supersedes" } as const;

/** What is wrong with the links of a record, seen from its end: each must lead to a record that links back. */
export function linkProblems(
  file: RecordFile,
  byId: ReadonlyMap<string, readonly RecordFile[]>,
): FileProblem[] {
  const { record } = file;
  const found: FileProblem[] = [];
  for (const key of ["supersedes", "superseded_by"] as const) {
    const id = record[key];
    if (id === undefined || id === record.id) continue;
    const other = byId.get(id)?.[0];
    const back = OTHER_END[key];
    if (other === undefined) {
      found.push(
        problemAt(file, key, `there is no record ${id}`, "restore its file with git, or correct the link"),
      );
      continue;
    }
    if (other.record[back] !== record.id) {
      const says = other.record[back] === undefined ? "names none" : `names ${other.record[back]}`;
      found.push(
        problemAt(
          file,
          key,
          `${id} does not link back: its ${back} ${says}`,
          `a supersession stands at both ends; set ${back}: ${record.id} in ${other.path}, or remove this link`,
        ),
      );
    }
    if (other.record.kind !== record.kind || primaryAnchor(other.record) !== primaryAnchor(record))
      found.push(
        problemAt(
          file,
          key,
          `${id} is ${other.record.kind === record.kind ? "about another anchor" : `a ${other.record.kind}`}`,
          "records replace each other only within one kind and first anchor; remove the link at both ends",
        ),
      );
    if (key === "superseded_by" && isInRing(record.id, byId))
      found.push(
        problemAt(
          file,
          key,
          "the successors lead back to this record",
          "remove one of the links, at both its ends",
        ),
      );
    if (key === "supersedes" && Date.parse(other.record.valid_from) >= Date.parse(record.valid_from))
      found.push(
        problemAt(
          file,
          "valid_from",
          `${id}, which this supersedes, would have had no time in which it was true`,
          `valid_from must be later than ${other.record.valid_from}`,
        ),
      );
  }
  return found;
}

function isInRing(id: string, byId: ReadonlyMap<string, readonly RecordFile[]>): boolean {
  const seen = new Set<string>();
  for (let next = byId.get(id)?.[0]?.record.superseded_by; next !== undefined && !seen.has(next); ) {
    if (next === id) return true;
    seen.add(next);
    next = byId.get(next)?.[0]?.record.superseded_by;
  }
  return false;
}
