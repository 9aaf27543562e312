import { candidateDigest } from "../candidate.ts";
import type { Change } from "../change.ts";
import type { JournalEntry } from "../learning-events.ts";
import type { ProposalFile } from "../proposal-file.ts";
import { applyChange, type Effective } from "./apply-change.ts";
import { checkChange } from "./check-change.ts";
import type { CurationInput } from "./curation.ts";
import { gateRecord } from "./gate-record.ts";
import { isDropped } from "./is-dropped.ts";
import { proposalId, waitingProposal } from "./learned-id.ts";
import type { Birth } from "./new-record.ts";
import type { RecordSet } from "./record-set.ts";
import { saysSame } from "./standing.ts";

/** One pass over the candidates of a run, as far as it has come. */
export interface Pass {
  readonly input: CurationInput;
  readonly set: RecordSet;
  /** Primary anchors of which a record was superseded. */
  readonly superseded: Set<string>;
  /** Records that the gate has ruled on. */
  readonly gated: Set<string>;
  readonly proposals: ProposalFile[];
}

/** A journal entry before it is known what became of its record's file. */
export type Happened = Omit<JournalEntry, "before" | "after">;

/** Checks a change, carries it out or keeps it as a proposal, and puts its record to the gate; what happened, in order. */
export function carryOut(chosen: Change, pass: Pass): readonly Happened[] {
  const { input, set, superseded } = pass;
  const { run } = input;
  const birth: Birth = {
    run: run.run,
    id: run,
    validFrom: run.at,
    learnedAt: run.at,
    origin: run.mode,
    curatedBy: chosen.source,
  };
  const change = refused(once(inMode(chosen, pass), pass), pass);
  const { op, source, candidate } = change;
  const entry = { op, source, candidate: candidate.digest };
  if (change.op === "Noop") return [{ ...entry, record: null, outcome: "applied", reason: change.why }];

  const checked = checkChange(change, set.records, { birth, superseded });
  if (!checked.ok) return [{ ...entry, ...propose(change, checked.check, checked.why, pass) }];
  if (run.mode === "ci" && change.op === "Supersede")
    return [
      { ...entry, ...propose(change, "ci-mode", "a CI run corrects no record; a person can apply it", pass) },
    ];
  const done = applyChange(change, set, birth);
  if (done.kind === "refused") return [{ ...entry, ...propose(change, done.code, done.why, pass) }];

  const { record, other } = done;
  if (other !== null) superseded.add(candidate.anchors[0] ?? "");
  const reason = change.op === "Deprecate" ? change.why : null;
  const applied: Happened = {
    ...entry,
    record,
    ...(other === null ? {} : { other }),
    outcome: "applied",
    reason,
  };
  const isGated = run.mode === "local" && change.op !== "Deprecate" && change.op !== "MintUnknown";
  if (!isGated || pass.gated.has(record)) return [applied];
  pass.gated.add(record);
  const ruling = gateRecord(set, record, candidate, {
    run,
    isConfirmed: change.op === "Confirm",
    pausedAnchors: input.paused,
    hasEvals: input.hasEvals,
  });
  if (ruling === null) return [applied];
  return [
    applied,
    {
      ...entry,
      op: ruling.kind === "promoted" ? "Promote" : "Hold",
      record,
      outcome: "applied",
      reason: ruling.kind === "promoted" ? ruling.path : ruling.reason,
    },
  ];
}

/** In CI nothing is retired: it is asked whether it still holds. */
function inMode(change: Change, { input, set }: Pass): Change {
  if (input.run.mode !== "ci" || change.op !== "Deprecate") return change;
  const record = set.records.get(change.record);
  if (record === undefined) return change;
  const { candidate, source } = change;
  const question = `Does this still hold: ${record.claim}`;
  return { candidate, source, op: "MintUnknown", anchors: record.anchors, question };
}

/** A question that was asked before is not asked again, whether it is open or answered. */
function once(change: Change, { set }: Pass): Change {
  if (change.op !== "MintUnknown") return change;
  const { candidate, source, anchors, question } = change;
  const digest = candidateDigest({ kind: "unknown", anchor: anchors[0] ?? "", claim: question });
  const asked = [...set.records.values()].find((record) => saysSame(record, { digest }));
  if (asked === undefined) return change;
  return { candidate, source, op: "Noop", why: asked.status === "open" ? "asked-already" : "answered" };
}

/** A person who dropped the proposal of this change has ruled over it. */
function refused(change: Change, { input }: Pass): Change {
  if (change.op === "Noop" || change.op === "Confirm") return change;
  const { candidate, source } = change;
  const record = "record" in change ? change.record : null;
  if (!isDropped(input.dropped, record, candidate.digest)) return change;
  return { candidate, source, op: "Noop", why: "dropped-by-a-person" };
}

/** Keeps a change unapplied, unless a proposal of its candidate waits already. */
function propose(
  change: Effective,
  reason: string,
  why: string,
  { input, proposals }: Pass,
): Pick<Happened, "record" | "outcome" | "reason" | "proposal"> {
  const { run, known } = input;
  const id = proposalId(run, change.candidate.digest);
  const waiting = waitingProposal(id, input.proposals);
  const record = "record" in change ? change.record : null;
  if (waiting === null)
    proposals.push({
      id,
      schema: 1,
      op: change.op,
      record,
      record_digest: known.find(({ file }) => file.record.id === record)?.digest ?? null,
      reason,
      why,
      run: run.run,
      at: run.at,
      source: change.source,
      claim: statementOf(change),
      candidate: change.candidate,
    });
  return { record, outcome: "proposed", reason, proposal: waiting ?? id };
}

function statementOf(change: Effective): string {
  if (change.op === "MintUnknown") return change.question;
  if (change.op === "Deprecate") return change.why;
  return change.op === "Confirm" ? change.candidate.claim : change.claim;
}
