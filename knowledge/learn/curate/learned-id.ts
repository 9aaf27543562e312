import { createHash } from "node:crypto";
import type { RecordKind } from "../../record/record.ts";
import { recordIdOf, ulid } from "../../record/record-id.ts";
import type { RunIdentity } from "../run-evidence.ts";

type Moment = Pick<RunIdentity, "run" | "at">;

/**
 * The id of a record that a run adds for a candidate: the kind's prefix and a ULID of the run's time and of a
 * hash of run and candidate. The same each time, so that a run that is curated again finds its own records.
 */
export function learnedId(kind: RecordKind, { run, at }: Moment, candidateDigest: string): string {
  return recordIdOf(kind, Date.parse(at), tailOf(run, candidateDigest));
}

/**
 * The id of the proposal that a run makes for a candidate: `prop_` and a ULID of the run's time and of the
 * candidate. Its last 16 digits are the candidate's alone: {@link waitingProposal} finds it whatever the run.
 */
export function proposalId({ at }: Pick<RunIdentity, "at">, candidateDigest: string): string {
  return `prop_${ulid(Date.parse(at), tailOf(candidateDigest))}`;
}

/** Which of these proposals is about the same candidate as `id`, the oldest of them; or null. */
export function waitingProposal(id: string, proposals: ReadonlySet<string>): string | null {
  const tail = id.slice(-TAIL_DIGITS);
  return [...proposals].filter((other) => other.endsWith(tail)).sort()[0] ?? null;
}

/** Whether a proposal is about this candidate, whatever the run. */
export function isProposalOf(proposal: string, candidateDigest: string): boolean {
  return proposal.endsWith(ulid(0, tailOf(candidateDigest)).slice(-TAIL_DIGITS));
}

const TAIL_BYTES = 10;
const TAIL_DIGITS = 16;

function tailOf(...parts: readonly string[]): Uint8Array {
  return createHash("sha256").update(parts.join("\0")).digest().subarray(0, TAIL_BYTES);
}
