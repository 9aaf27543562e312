import { createHash } from "node:crypto";
import { type Candidate, candidateDigest } from "../../knowledge/learn/candidate.ts";
import type { Curation, CurationInput, KnownRecord } from "../../knowledge/learn/curate/curation.ts";
import type { RunIdentity } from "../../knowledge/learn/run-evidence.ts";
import { type KnowledgeRecord, primaryAnchor } from "../../knowledge/record/record.ts";
import { readRecordFile, writeRecordFile } from "../../knowledge/record/record-file.ts";
import { parseRecordPath, recordPath } from "../../knowledge/record/record-path.ts";

/** The `n`th run, a day after the one before it. */
export function sampleRun(n: number, change: Partial<RunIdentity> = {}): RunIdentity {
  return {
    run: String(n).padStart(32, "0"),
    at: new Date(Date.UTC(2026, 2, n, 9)).toISOString(),
    commit: null,
    branch: null,
    job: null,
    mode: "local",
    ...change,
  };
}

/** A fact that passes the gate, with the digest of what it says; `change` replaces keys. */
export function sampleCandidate(
  change: { readonly [Key in keyof Candidate]?: Candidate[Key] | undefined } = {},
): Candidate {
  const candidate = {
    kind: "fact",
    type: "selector",
    scope: "checkout",
    anchors: ["element:/checkout#button[Order]", "page:/checkout", "test:checkout/pays"],
    claim: "On /checkout, the button is found by #order.",
    evidence: { step: "click #order", matched: 1, check: "passed", complete: true },
    tests: ["test:checkout/pays"],
    seen: 1,
    ...change,
  };
  const kept = Object.fromEntries(
    Object.entries(candidate).filter(([, value]) => value !== undefined),
  ) as unknown as Candidate;
  return { ...kept, digest: change.digest ?? candidateDigest({ ...kept, anchor: primaryAnchor(kept) }) };
}

/** What is known of a record whose file has that text, by default as Assay writes it. */
export async function knownOf(
  record: KnowledgeRecord,
  {
    scope = "checkout",
    text = writeRecordFile(record),
    confirmed = { count: 0, last: null },
  }: { scope?: string; text?: string; confirmed?: KnownRecord["confirmed"] } = {},
): Promise<KnownRecord> {
  const path = recordPath({ scope, anchor: primaryAnchor(record), id: record.id }, new Set());
  return knownAt(path, text, confirmed);
}

async function knownAt(
  path: string,
  text: string,
  confirmed: KnownRecord["confirmed"],
): Promise<KnownRecord> {
  const file = await readRecordFile(path, text);
  if (file.kind === "bad") throw new Error(JSON.stringify(file.problems));
  const digest = createHash("sha256").update(text).digest("hex");
  return { scope: parseRecordPath(path)?.scope ?? "", file, digest, confirmed };
}

/** Input of a curation, with the folders that the known records are in. */
export function curationInput(change: Partial<CurationInput> = {}): CurationInput {
  const folders = new Map<string, Set<string>>();
  for (const { file } of change.known ?? []) {
    const place = parseRecordPath(file.path);
    if (place !== null) folders.set(place.scope, (folders.get(place.scope) ?? new Set()).add(place.folder));
  }
  return {
    run: sampleRun(2),
    candidates: [],
    known: [],
    folders,
    proposals: new Set(),
    dropped: [],
    hasEvals: false,
    paused: new Set(),
    ...change,
  };
}

/** The input after what was decided was written; `isCounted` where the ledger has the run's confirmations too. */
export async function afterwards(
  input: CurationInput,
  { drafts, proposals, confirmed }: Pick<Curation, "drafts" | "proposals" | "confirmed">,
  isCounted = false,
): Promise<CurationInput> {
  const texts = new Map(input.known.map(({ file }) => [file.path, file.text]));
  for (const { path, text } of drafts) texts.set(path, text);
  const known: KnownRecord[] = [];
  for (const [path, text] of texts) {
    const before = input.known.find(({ file }) => file.path === path)?.confirmed ?? { count: 0, last: null };
    const one = await knownAt(path, text, before);
    const isConfirmed = isCounted && confirmed.includes(one.file.record.id);
    known.push(isConfirmed ? { ...one, confirmed: { count: before.count + 1, last: input.run.at } } : one);
  }
  return curationInput({
    ...input,
    known,
    folders: curationInput({ known }).folders,
    proposals: new Set([...input.proposals, ...proposals.map(({ id }) => id)]),
  });
}
