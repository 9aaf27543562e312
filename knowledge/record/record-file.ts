import { AssayError } from "../errors.ts";
import { type Delimited, delimit, type FrontMatterEntry, lineAt } from "./front-matter.ts";
import { type KnowledgeRecord, RECORD_KEYS, RECORD_SCHEMA, RecordFrontMatter } from "./record.ts";
import { recordProblems } from "./record-problems.ts";
import { sayIssue } from "./say-issue.ts";
import { scanFrontMatter } from "./scan-front-matter.ts";
import { writeFlow } from "./write-flow.ts";

/** A record and the text that it was read from, with the place of each key in it. */
export interface RecordFile {
  readonly kind: "record";
  readonly path: string;
  readonly text: string;
  readonly record: KnowledgeRecord;
  readonly entries: readonly FrontMatterEntry[];
  readonly layout: Delimited;
}

/** What is wrong where in a file, and the way out. `line` counts from 1; `key` is null where it is about none. */
export interface FileProblem {
  readonly path: string;
  readonly line: number;
  readonly key: string | null;
  readonly problem: string;
  readonly hint: string;
}

export interface BadFile {
  readonly kind: "bad";
  readonly path: string;
  readonly problems: readonly FileProblem[];
}

/**
 * Reads a record's file: YAML front matter between `---` lines, then a Markdown body that is the claim.
 * Tolerant: keys it does not know are left in the text, times may be written in any ISO 8601 form, and what must
 * hold between keys is not asked ({@link recordProblems} is). A file that is no record is an answer, not an
 * error, and names each fault by line and key.
 */
export async function readRecordFile(path: string, text: string): Promise<RecordFile | BadFile> {
  const bad = (problems: readonly Omit<FileProblem, "path">[]): BadFile => ({
    kind: "bad",
    path,
    problems: problems.map((problem) => ({ path, ...problem })),
  });
  if (text.includes("\ufffd"))
    return bad([
      {
        line: lineAt(text, text.indexOf("\ufffd")),
        key: null,
        problem: "bytes that are not UTF-8",
        hint: "save the file as UTF-8",
      },
    ]);
  const layout = delimit(text);
  if ("problem" in layout)
    return bad([{ ...layout, hint: "front matter stands between two lines of ---, at the top of the file" }]);
  let front = scanFrontMatter(text, layout);
  if (front.kind === "other") {
    const { yamlFrontMatter } = await import("./yaml-front-matter.ts");
    front = yamlFrontMatter(text, layout);
  }
  if (front.kind !== "entries")
    return bad(
      (front.kind === "bad" ? front.problems : []).map((problem) => ({
        ...problem,
        hint: "correct the front matter, or restore the file with git",
      })),
    );

  const { entries } = front;
  const lineOf = (key: unknown) => entries.find((entry) => entry.key === key)?.line ?? 1;
  const claim = text.slice(layout.body).replace(/\r\n/g, "\n").trim();
  const found: Omit<FileProblem, "path">[] = [];
  const values = Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  if (typeof values.schema === "number" && values.schema > RECORD_SCHEMA)
    return bad([
      {
        line: lineOf("schema"),
        key: "schema",
        problem: `written by a newer Assay (schema ${values.schema}; this one knows ${RECORD_SCHEMA})`,
        hint: "update Assay",
      },
    ]);
  const parsed = RecordFrontMatter.safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    const key = String(issue.path[0] ?? "");
    const isMissing = !(key in values);
    found.push({
      line: lineOf(key),
      key,
      problem: isMissing ? `${key} is missing` : `${issue.path.join(".")} ${sayIssue(issue)}`,
      hint: isMissing ? "add it, or restore the file with git" : "correct it, or restore the file with git",
    });
  }
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
  if (parsed.success && parsed.data.id !== stem)
    found.push({
      line: lineOf("id"),
      key: "id",
      problem: `the id ${parsed.data.id} is not the file's name`,
      hint: `name the file ${parsed.data.id}.md`,
    });
  if (claim === "")
    found.push({
      line: lineAt(text, layout.body),
      key: null,
      problem: "the body is blank",
      hint: "say in one sentence what was learned",
    });
  if (!parsed.success || found.length > 0) return bad(found);
  return { kind: "record", path, text, record: { ...parsed.data, claim }, entries, layout };
}

/**
 * The text of a new record's file: a key a line in fixed order, then the claim. The same for equal records.
 * Errors: record_invalid where the record breaks a rule of {@link recordProblems}.
 */
export function writeRecordFile(record: KnowledgeRecord): string {
  refuseUnsound(record);
  const lines = RECORD_KEYS.filter((key) => record[key] !== undefined).map(
    (key) => `${key}: ${writeFlow(record[key])}`,
  );
  return `---\n${lines.join("\n")}\n---\n\n${record.claim}\n`;
}

/**
 * The text of a file after its record became `next`. Only the values of keys that differ are touched: comments,
 * the order of keys, quotes, keys nobody knows and line ends elsewhere stay byte for byte. Keys inside a changed
 * value that `next` does not name are not kept. Errors: record_invalid.
 */
export function editRecordFile(file: RecordFile, next: KnowledgeRecord): string {
  refuseUnsound(next);
  const { text, layout, entries, record } = file;
  const edits: { from: number; to: number; text: string }[] = [];
  for (const [place, key] of RECORD_KEYS.entries()) {
    const value = next[key];
    if (writeFlow(record[key] ?? null) === writeFlow(value ?? null)) continue;
    const entry = entries.find((other) => other.key === key);
    if (entry === undefined) {
      const before = RECORD_KEYS.slice(0, place).toReversed();
      const neighbour = before.map((name) => entries.find((other) => other.key === name)).find(Boolean);
      const at = neighbour?.end ?? layout.open;
      edits.push({ from: at, to: at, text: `${key}: ${writeFlow(value)}${layout.eol}` });
    } else if (value === undefined) edits.push({ from: entry.start, to: entry.end, text: "" });
    else {
      const gap = text[entry.from - 1] === ":" ? " " : "";
      edits.push({ from: entry.from, to: entry.to, text: `${gap}${writeFlow(value)}` });
    }
  }
  if (next.claim !== record.claim) {
    const body = text.slice(layout.body);
    const from = layout.body + (body.length - body.trimStart().length);
    edits.push({
      from,
      to: layout.body + body.trimEnd().length,
      text: next.claim.replaceAll("\n", layout.eol),
    });
  }
  return splice(text, edits);
}

/** Edits do not overlap; of those at one place insertions come first, in the order given. */
function splice(text: string, edits: readonly { from: number; to: number; text: string }[]): string {
  let done = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    done += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return done + text.slice(at);
}

function refuseUnsound(record: KnowledgeRecord): void {
  const [first] = recordProblems(record);
  if (first !== undefined)
    throw new AssayError("record_invalid", {
      record: record.id,
      key: first.key,
      problem: first.problem,
      fix: first.hint,
    });
}
