import { normaliseAnchor } from "./anchor.ts";
import { type KnowledgeRecord, RECORD_SCHEMA, type RecordKey, type RecordStatus } from "./record.ts";
import { isIdOfKind } from "./record-id.ts";

/** What is wrong with a key of a record, and the way out. */
export interface RecordProblem {
  readonly key: RecordKey | "claim";
  readonly problem: string;
  readonly hint: string;
}

/** Characters of a claim: one statement, not a report. */
export const LONGEST_CLAIM = 4_000;

const STATUSES: Record<KnowledgeRecord["kind"], readonly RecordStatus[]> = {
  fact: ["candidate", "active", "superseded", "deprecated"],
  caution: ["candidate", "active", "superseded", "deprecated"],
  procedure: ["candidate", "superseded", "deprecated"],
  unknown: ["open", "resolved"],
};

/** The status in which every record of the kind is born. */
export function birthStatus(kind: KnowledgeRecord["kind"]): "candidate" | "open" {
  return kind === "unknown" ? "open" : "candidate";
}

/** All that keeps a record from being written, in the order of its keys; empty for a sound one. */
export function recordProblems(record: KnowledgeRecord): readonly RecordProblem[] {
  const found: RecordProblem[] = [];
  const say = (key: RecordProblem["key"], problem: string, hint: string) =>
    found.push({ key, problem, hint });
  const { kind, status } = record;

  if (record.schema !== RECORD_SCHEMA)
    say("schema", `schema ${record.schema} is not the one that is written, ${RECORD_SCHEMA}`, "update Assay");
  if (!isIdOfKind(record.id, kind))
    say(
      "id",
      `the prefix of ${record.id} is not that of a ${kind}`,
      `set kind to what ${record.id} was born as`,
    );
  if ((kind === "fact") !== (record.type !== undefined))
    say("type", kind === "fact" ? "a fact has a type" : `a ${kind} has no type`, "only facts have one");
  if (!STATUSES[kind].includes(status))
    say("status", `a ${kind} is never ${status}`, `it is one of ${STATUSES[kind].join(", ")}`);
  anchorProblems(record, say);
  timeProblems(record, say);
  linkProblems(record, say);
  if (record.held !== undefined && status !== "candidate")
    say("held", `only a candidate is held, and this is ${status}`, "remove the key");
  if (status === "active" && record.promotion === undefined)
    say("promotion", "an active record says how it was promoted", "promote it with `assay knowledge accept`");
  if ((status === "candidate" || kind === "unknown") && record.promotion !== undefined)
    say(
      "promotion",
      `a record that is ${status} was not promoted`,
      "remove the key, or promote it with `assay knowledge accept`",
    );
  if (record.ruled !== undefined && status !== "deprecated" && status !== "resolved")
    say("ruled", `a record that is ${status} was not ruled out`, "remove the key");
  if (record.root_cause !== undefined && kind !== "caution")
    say("root_cause", `a ${kind} has no root cause`, "only cautions have one; remove the key");
  if (record.baseline !== undefined && record.type !== "measurement")
    say("baseline", "only a measurement has a baseline", "remove the key");
  claimProblems(record.claim, say);
  return found;
}

type Say = (key: RecordProblem["key"], problem: string, hint: string) => void;

function anchorProblems({ anchors }: KnowledgeRecord, say: Say): void {
  for (const anchor of anchors) {
    const normal = normaliseAnchor(anchor);
    if (normal.kind === "refused")
      say("anchors", normal.problem, "write it as kind:value, e.g. page:/checkout");
    else if (normal.anchor !== anchor)
      say(
        "anchors",
        `"${anchor}" is written as "${normal.anchor}"`,
        "write it so; two spellings are two anchors",
      );
  }
  if (new Set(anchors).size < anchors.length)
    say("anchors", "an anchor stands there twice", "remove one of them");
}

function timeProblems(record: KnowledgeRecord, say: Say): void {
  const nested = {
    confirmed: record.confirmed?.last,
    promotion: record.promotion?.at,
    ruled: record.ruled?.at,
  };
  const times = {
    learned_at: record.learned_at,
    valid_from: record.valid_from,
    superseded_at: record.superseded_at,
  };
  for (const [key, time] of Object.entries({ ...times, ...nested }) as [RecordKey, string | undefined][]) {
    if (time === undefined) continue;
    const canonical = new Date(time).toISOString();
    if (canonical !== time)
      say(key, `${time} is written as ${canonical}`, "write it so, in UTC with milliseconds");
  }
  const end = record.superseded_at;
  if (end === undefined) return;
  for (const key of ["learned_at", "valid_from"] as const) {
    const [from, to] = [Date.parse(record[key]), Date.parse(end)];
    if (from >= to)
      say(
        "superseded_at",
        `the time from ${key} to superseded_at is ${from === to ? "empty" : "inverted"}`,
        `superseded_at must be later than ${record[key]}`,
      );
  }
}

function linkProblems(record: KnowledgeRecord, say: Say): void {
  const isOver = record.status === "superseded";
  for (const key of ["superseded_by", "superseded_at"] as const) {
    if (isOver && record[key] === undefined)
      say(key, `a superseded record has ${key}`, "name its successor, or set the status back");
    if (!isOver && record[key] !== undefined)
      say(
        key,
        `a record that is ${record.status} has no ${key}`,
        "remove the key, or set the status to superseded",
      );
  }
  for (const key of ["supersedes", "superseded_by"] as const) {
    if (record[key] === record.id) say(key, "a record cannot supersede itself", "name the other record");
  }
}

function claimProblems(claim: string, say: Say): void {
  if (claim.trim() === "") say("claim", "the claim is blank", "say in one sentence what was learned");
  else if (claim !== claim.trim() || claim.includes("\r"))
    say("claim", "the claim has blanks around it or carriage returns in it", "trim it");
  if (claim.length > LONGEST_CLAIM)
    say(
      "claim",
      `the claim is longer than ${LONGEST_CLAIM} characters`,
      "one record holds one claim; cut it",
    );
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffd]/.test(stripPairs(claim)))
    say("claim", "the claim holds control characters or bytes that were not text", "remove them");
}

/** Surrogates that are left when pairs are taken out are half characters, which UTF-8 cannot hold. */
function stripPairs(text: string): string {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "");
}
