import * as z from "zod/mini";
import { CHANGE_OPS } from "../../learn/change.ts";
import { RECORD_STATUSES } from "../../record/record.ts";
import type { PlacedProposal } from "../../store/read-proposals.ts";
import { proposalPath } from "../../store/read-proposals.ts";
import type { PlacedRecord } from "../../store/read-records.ts";
import { ToldProblem } from "../../store/told-problem.ts";

const summary = () => ({
  id: z.string(),
  op: z.enum(CHANGE_OPS),
  reason: z.string().check(z.describe("`ci-mode`, or the name of the check that it failed")),
  why: z.string(),
  run: z.string(),
  at: z.string(),
  anchors: z.array(z.string()),
  claim: z.string().check(z.describe("as it would be written")),
  record: z
    .nullable(
      z.object({
        id: z.string(),
        status: z.nullable(z.enum(RECORD_STATUSES)),
        claim: z.nullable(z.string()),
      }),
    )
    .check(
      z.describe("the record that it changes, as it stands; nulls where it is gone, null for a new one"),
    ),
  file: z.string().check(z.describe("relative to the top of the work tree")),
  digest: z.string().check(z.describe("SHA-256 of the file")),
});

/** A change that waits for a person, with the record that it is about. */
export const ProposalSummary = z.lazy(() => z.object(summary()));
export type ProposalSummary = z.output<typeof ProposalSummary>;

/** Proposals in order of id, and the files that could not be read: they hide no other. */
export const ProposalList = z.lazy(() =>
  z.object({ proposals: z.array(z.object(summary())), problems: z.array(ToldProblem) }),
);
export type ProposalList = z.output<typeof ProposalList>;

export function summariseProposal(
  { stored, proposal }: PlacedProposal,
  placed: readonly Pick<PlacedRecord, "record">[],
): ProposalSummary {
  const { id, op, reason, why, run, at, claim, candidate } = proposal;
  const found = placed.find(({ record }) => record.id === proposal.record)?.record;
  return {
    id,
    op,
    reason,
    why,
    run,
    at,
    anchors: [...candidate.anchors],
    claim,
    record:
      proposal.record === null
        ? null
        : { id: proposal.record, status: found?.status ?? null, claim: found?.claim ?? null },
    file: proposalPath(id),
    digest: stored.digest,
  };
}
