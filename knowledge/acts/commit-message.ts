import type { ChangedFile } from "../ports/repository.ts";
import { isCurrent } from "../record/lifecycle.ts";
import type { RecordText } from "../record/read-record-files.ts";
import { type KnowledgeRecord, RECORD_KINDS } from "../record/record.ts";
import { readRecordFile } from "../record/record-file.ts";
import { parseRecordPath } from "../record/record-path.ts";
import { KNOWLEDGE_FOLDER, PROPOSALS_FOLDER } from "../store/knowledge-folder.ts";

/** Characters of the first line. */
const SUBJECT_ROOM = 72;
/** Records that the body names; the others are counted. */
const MOST_NAMED = 50;
const CLAIM_ROOM = 100;

/** What became of one record between two commits. */
type Became = "learn" | "supersede" | "promote" | "retire" | "answer" | "reword" | "update";

interface Told {
  readonly became: Became;
  readonly record: KnowledgeRecord;
}

/**
 * The message of a commit of these files, from what became of the records: a first line of at most
 * {@link SUBJECT_ROOM} characters that counts, then a line a record. Pure and the same for the same files; claims
 * are one line each, without what could act on a terminal.
 */
export async function commitMessage(
  files: readonly ChangedFile[],
  before: readonly RecordText[],
  now: readonly RecordText[],
): Promise<string> {
  const was = new Map(before.map(({ path, text }) => [path, text]));
  const is = new Map(now.map(({ path, text }) => [path, text]));
  const told: Told[] = [];
  for (const { path } of files) {
    const place = under(path, KNOWLEDGE_FOLDER);
    if (place === null || parseRecordPath(place) === null) continue;
    const record = await recordAt(is, place);
    if (record !== null) told.push({ became: becameOf(await recordAt(was, place), record), record });
  }
  const subject = subjectOf([...recordParts(told), ...otherParts(files)]);
  const named = told.slice(0, MOST_NAMED).map(({ became, record }) => {
    return `- ${became} ${record.id}: ${oneLine(record.claim)}`;
  });
  const more = told.length - named.length;
  const body = more > 0 ? [...named, `- and ${more} more`] : named;
  return [subject, ...(body.length === 0 ? [] : ["", ...body])].join("\n");
}

async function recordAt(texts: ReadonlyMap<string, string>, place: string): Promise<KnowledgeRecord | null> {
  const text = texts.get(place);
  if (text === undefined) return null;
  const file = await readRecordFile(place, text);
  return file.kind === "record" ? file.record : null;
}

function becameOf(old: KnowledgeRecord | null, { status, claim }: KnowledgeRecord): Became {
  // What was learned and retired since says what it is in the end.
  if (old === null && isCurrent({ status })) return "learn";
  if (old?.status === status) return old.claim === claim ? "update" : "reword";
  if (status === "active") return "promote";
  if (status === "deprecated") return "retire";
  if (status === "resolved") return "answer";
  return status === "superseded" ? "supersede" : "update";
}

function recordParts(told: readonly Told[]): string[] {
  const learned = RECORD_KINDS.flatMap((kind) => {
    const found = told.filter(({ became, record }) => became === "learn" && record.kind === kind).length;
    return found === 0 ? [] : [count(found, kind === "unknown" ? "open question" : kind)];
  });
  const parts = learned.length === 0 ? [] : [`learn ${learned.join(" and ")}`];
  for (const became of ["supersede", "promote", "retire", "answer", "reword", "update"] as const) {
    const found = told.filter((one) => one.became === became).length;
    if (found > 0) parts.push(`${became} ${found}`);
  }
  return parts;
}

function otherParts(files: readonly ChangedFile[]): string[] {
  const parts: string[] = [];
  const say = (words: string, found: readonly ChangedFile[], noun: string) => {
    if (found.length > 0) parts.push(`${words} ${count(found.length, noun)}`);
  };
  const proposals = files.filter(({ path }) => under(path, PROPOSALS_FOLDER) !== null);
  const isGone = ({ change }: ChangedFile) => change === "removed";
  say(
    "propose",
    proposals.filter((file) => !isGone(file)),
    "change",
  );
  say("settle", proposals.filter(isGone), "proposal");
  for (const [folder, noun] of [
    [".assay/plans", "plan"],
    [".assay/decisions", "decision"],
  ] as const)
    say(
      "keep",
      files.filter(({ path }) => under(path, folder) !== null),
      noun,
    );
  return parts;
}

/** As many parts as there is room for. */
function subjectOf(parts: readonly string[]): string {
  const [first = "update what Assay keeps", ...rest] = parts;
  let subject = first;
  for (const [index, part] of rest.entries()) {
    const longer = `${subject}, ${part}`;
    const isLast = index === rest.length - 1;
    if (longer.length + (isLast ? 0 : ", and more".length) > SUBJECT_ROOM) {
      subject += ", and more";
      break;
    }
    subject = longer;
  }
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}

/** The path under a folder, or null. */
function under(path: string, folder: string): string | null {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

function oneLine(claim: string): string {
  const line = claim.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const cut = [...line].slice(0, CLAIM_ROOM).join("");
  return cut === line ? line : `${cut.trimEnd()}…`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
