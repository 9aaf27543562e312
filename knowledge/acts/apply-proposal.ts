import { candidateDigest } from "../learn/candidate.ts";
import {
  type AppliedChange,
  applyChange,
  type Effective,
  missing,
  type RefusedChange,
  withConfirmations,
} from "../learn/curate/apply-change.ts";
import { checkChange } from "../learn/curate/check-change.ts";
import type { KnownRecord, RecordDraft } from "../learn/curate/curation.ts";
import { isForgotten } from "../learn/curate/is-forgotten.ts";
import { type Birth, newRecord } from "../learn/curate/new-record.ts";
import { openRecordSet, type RecordSet } from "../learn/curate/record-set.ts";
import { isSamePlace, saysSame } from "../learn/curate/standing.ts";
import type { JournalEntry } from "../learn/learning-events.ts";
import type { ProposalFile } from "../learn/proposal-file.ts";
import { isCurrent, supersede } from "../record/lifecycle.ts";
import { type KnowledgeRecord, primaryAnchor } from "../record/record.ts";
import { type Person, type PersonAct, ruleInSet } from "./rule-record.ts";

export type AppliedProposal =
  | {
      readonly kind: "apply";
      readonly drafts: readonly RecordDraft[];
      readonly journal: readonly JournalEntry[];
    }
  /** What it says stands already: nothing is to be written, and the proposal can go. */
  | { readonly kind: "done" }
  | RefusedChange;

/**
 * A proposal carried out as a person's act at `at` (ISO 8601): what it adds is active by `user-sovereign`, and
 * learning's rank and mode do not bind it. `known` are the records of its anchor. Where the record that it cites
 * changed since, it is applied to what the record is now, if it can be. The text scan binds a person too: what
 * reads as an instruction is not written. Pure; nothing has happened when it answers.
 */
export async function applyProposal(
  proposal: ProposalFile,
  known: readonly KnownRecord[],
  folders: ReadonlyMap<string, ReadonlySet<string>>,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<AppliedProposal> {
  const set = openRecordSet(known, folders);
  const birth: Birth = {
    run: proposal.run,
    id: { run: proposal.id, at: proposal.at },
    validFrom: proposal.at,
    learnedAt: at,
    origin: "person",
    curatedBy: proposal.source,
  };
  const change = changeOf(proposal);
  if (change === null) return refused(proposal, "record-missing", "it names no record to change");
  const twin = currentTwin(change, set);
  if (isDone(change, twin, set, birth)) return { kind: "done" };
  const checked = checkChange(change, set.records, { birth, superseded: new Set() });
  if (!checked.ok) return refused(proposal, checked.check, checked.why);

  const person = { by, at, reason: change.op === "Deprecate" ? change.why : null };
  const done = act(change, twin, set, birth, person);
  if (done.kind === "refused") return refused(proposal, done.code, done.why);
  const { record, other } = done;
  const status = set.records.get(record)?.status;
  const entry = (op: JournalEntry["op"], reason: string | null): JournalEntry => ({
    op,
    record,
    ...(other === null ? {} : { other }),
    source: "person",
    outcome: "applied",
    reason,
    ...set.digestsOf(record),
    candidate: proposal.candidate.digest,
    proposal: proposal.id,
  });
  return {
    kind: "apply",
    drafts: set.drafts(),
    journal: [
      entry(change.op, person.reason),
      ...(status === "active" ? [entry("Promote", "user-sovereign")] : []),
    ],
  };
}

function changeOf({ op, record, claim, candidate }: ProposalFile): Effective | null {
  const from = { candidate, source: "person" } as const;
  if (op === "Add") return { ...from, op, claim };
  if (op === "MintUnknown") return { ...from, op, anchors: candidate.anchors, question: claim };
  if (record === null) return null;
  if (op === "Confirm") return { ...from, op, record };
  return op === "Supersede" ? { ...from, op, record, claim } : { ...from, op, record, why: claim };
}

/** A current record that says what the change would, active ones first. */
function currentTwin(change: Effective, set: RecordSet): KnowledgeRecord | undefined {
  const { candidate } = change;
  const twins = [...set.records.values()].filter(
    (record) => isSamePlace(record, candidate) && saysSame(record, candidate) && isCurrent(record),
  );
  return twins.find(({ status }) => status === "active") ?? twins[0];
}

function isDone(change: Effective, twin: KnowledgeRecord | undefined, set: RecordSet, birth: Birth): boolean {
  if (change.op === "Confirm") return set.records.get(change.record)?.promotion?.path === "user-sovereign";
  if (change.op === "Deprecate") {
    const record = set.records.get(change.record);
    return record !== undefined && isForgotten(record);
  }
  if (set.records.has(newRecord(change, birth).id)) return true;
  if (change.op === "MintUnknown") {
    const digest = candidateDigest({
      kind: "unknown",
      anchor: primaryAnchor(change),
      claim: change.question,
    });
    return [...set.records.values()].some((record) => saysSame(record, { digest }));
  }
  if (change.op === "Add") return twin?.status === "active";
  const cited = set.records.get(change.record);
  if (cited === undefined || twin === undefined) return false;
  return cited.id === twin.id || !isCurrent(cited);
}

function act(
  change: Effective,
  twin: KnowledgeRecord | undefined,
  set: RecordSet,
  birth: Birth,
  person: Person,
): AppliedChange | RefusedChange {
  if (change.op === "Confirm") return ruled(change.record, "accept", set, person);
  if (change.op === "Deprecate") return ruled(change.record, "forget", set, person);
  if (change.op === "Add" && twin !== undefined) return ruled(twin.id, "accept", set, person);
  if (change.op === "Supersede" && twin !== undefined) return replaceBy(twin, change.record, set, person);
  const added = applyChange(change, set, birth);
  if (added.kind === "refused") return added;
  if (change.op === "MintUnknown") return added;
  const accepted = ruled(added.record, "accept", set, person);
  return accepted.kind === "refused" ? accepted : added;
}

function ruled(id: string, act: PersonAct, set: RecordSet, person: Person): AppliedChange | RefusedChange {
  const refusal = ruleInSet(set, id, act, person);
  return refusal ?? { kind: "applied", record: id, other: null };
}

/** What is there already takes the place of the other, rather than a second record that says the same. */
function replaceBy(
  twin: KnowledgeRecord,
  id: string,
  set: RecordSet,
  person: Person,
): AppliedChange | RefusedChange {
  if (twin.promotion?.path !== "user-sovereign") {
    const refusal = ruleInSet(set, twin.id, "accept", person);
    if (refusal !== null) return refusal;
  }
  const [old, next] = [id, twin.id].map((one) => set.records.get(one));
  if (old === undefined || next === undefined) return missing(id);
  const answer = supersede(old, next, person.at, "person");
  if (answer.kind === "refused") return answer;
  set.change(withConfirmations(answer.old, set.confirmedOf(id)));
  set.change(answer.next);
  return { kind: "applied", record: twin.id, other: id };
}

function refused({ id }: ProposalFile, code: string, why: string): RefusedChange {
  return {
    kind: "refused",
    code,
    why,
    recover: `\`assay proposal drop ${id}\` takes the proposal away`,
  };
}
