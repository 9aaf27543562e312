import { promote } from "../../record/lifecycle.ts";
import type { KnowledgeRecord, PromotionPath } from "../../record/record.ts";
import { recordProblems } from "../../record/record-problems.ts";
import type { Candidate } from "../candidate.ts";
import type { RunIdentity } from "../run-evidence.ts";
import { withConfirmations } from "./apply-change.ts";
import { GATE } from "./before-run.ts";
import type { KnownRecord } from "./curation.ts";
import { type GateAnswer, gate } from "./gate.ts";
import { recordEvidence } from "./new-record.ts";
import type { RecordSet } from "./record-set.ts";

/**
 * Puts a candidate of the set to the gate on what a run proved of it, and changes it by the answer: promoted, with
 * the count of confirmations as of now and the evidence that proved it, or held with the reason. A reason that
 * stands there already, and a file that breaks a rule, change nothing. Null for a record that is no candidate.
 */
export function gateRecord(
  set: RecordSet,
  id: string,
  candidate: Candidate,
  {
    run,
    isConfirmed,
    pausedAnchors,
    hasEvals,
  }: {
    readonly run: RunIdentity;
    /** Whether the run confirmed it; false where the run added it. */
    readonly isConfirmed: boolean;
    readonly pausedAnchors: ReadonlySet<string>;
    readonly hasEvals: boolean;
  },
): GateAnswer | { readonly kind: "held"; readonly reason: string } | null {
  const record = set.records.get(id);
  if (record === undefined || record.status !== "candidate") return null;
  const answer = gate(record, candidate.evidence, { pausedAnchors, hasEvals });
  const past = set.confirmedOf(id);
  const next =
    answer.kind === "promoted"
      ? promotedBy(record, candidate, run, answer.path, isConfirmed ? withRun(past, run.at) : past)
      : { ...record, held: answer.reason };
  const [problem] = recordProblems(next);
  if (problem !== undefined) return { kind: "held", reason: "record-unsound" };
  set.change(next);
  return answer;
}

/** The record as active by that path, with the evidence of the run that proved it; as it is where it may not be. Pure. */
export function promotedBy(
  record: KnowledgeRecord,
  candidate: Candidate,
  run: RunIdentity,
  path: PromotionPath,
  confirmed: KnownRecord["confirmed"],
): KnowledgeRecord {
  const digest = record.evidence?.digest ?? candidate.digest;
  const proved = { ...record, evidence: recordEvidence(candidate, run.run, digest) };
  const answer = promote(withConfirmations(proved, confirmed), { path, at: run.at, by: GATE }, "local");
  return answer.kind === "promoted" ? answer.record : record;
}

/** What is known and this run. */
function withRun({ count, last }: KnownRecord["confirmed"], at: string): KnownRecord["confirmed"] {
  return { count: count + 1, last: last !== null && Date.parse(last) > Date.parse(at) ? last : at };
}
