import { createHash } from "node:crypto";
import { candidateDigest } from "../../knowledge/learn/candidate.ts";
import type { ProposalFile } from "../../knowledge/learn/proposal-file.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { sampleId, sampleRecord } from "./sample-record.ts";

/** An active fact, and what a CI run would put in its place. */
export const sampleActive = sampleRecord({
  id: sampleId("fact", 2),
  status: "active",
  anchors: ["page:/cart"],
  type: "behavioral",
  claim: "The cart empties after a purchase.",
  promotion: { path: "deterministic-verdict-floor", at: "2026-01-11T08:00:00.000Z", by: "gate" },
});

const CLAIM = "The cart keeps its items after a purchase.";
const STATEMENT = { kind: "fact", type: "behavioral", anchor: "page:/cart", claim: CLAIM } as const;

export const sampleProposal: ProposalFile = {
  id: "prop_01KDVDNA010000000000000001",
  schema: 1,
  op: "Supersede",
  record: sampleActive.id,
  record_digest: createHash("sha256").update(writeRecordFile(sampleActive)).digest("hex"),
  reason: "ci-mode",
  why: "CI corrects no record",
  run: "r9",
  at: "2026-02-10T08:00:00.000Z",
  source: "template",
  claim: CLAIM,
  candidate: {
    digest: candidateDigest(STATEMENT),
    kind: "fact",
    type: "behavioral",
    scope: "checkout",
    anchors: ["page:/cart"],
    claim: CLAIM,
    evidence: { step: "click", matched: 1, check: "passed", complete: true },
    tests: ["test:cart/empties"],
    seen: 1,
  },
};

/** Relative to the top of the work tree. */
export const sampleProposalFile = `.assay/proposals/${sampleProposal.id}.yaml`;
