import { createHash } from "node:crypto";
import type { CAUTION_CAUSES, FACT_TYPES, RecordKind } from "../record/record.ts";

export type FactType = (typeof FACT_TYPES)[number];
export type CautionCause = (typeof CAUTION_CAUSES)[number];

/** Candidates that one run may hand to curation, once equal ones are merged. */
export const CANDIDATES_A_RUN = 50;

/** What a run saw that could be remembered. Secrets are masked in every field. */
export interface Candidate {
  /** {@link candidateDigest}: equal for equal statements, whatever the run. */
  readonly digest: string;
  readonly kind: "fact" | "caution";
  /** Facts only. */
  readonly type?: FactType;
  /** Folder name of the scope, as `scopeFolder` gives it. */
  readonly scope: string;
  /** Normalised; the primary one first, then context: the page, and the first tests that saw it, sorted. */
  readonly anchors: readonly string[];
  /** In the template's words, trimmed, one line. */
  readonly claim: string;
  /** Cautions only. */
  readonly cause?: CautionCause;
  /** Of a measurement whose value is a number: it moves from run to run, and so is no part of the claim. */
  readonly measured?: { readonly value: number; readonly unit: string };
  readonly evidence: {
    /** What was done, e.g. `click getByRole('button')`. */
    readonly step?: string;
    readonly matched?: number;
    readonly check: "passed" | "failed" | "none";
    /** Whether all is known that a reader needs to see it again: the page and the element, or the quoted lines. */
    readonly complete: boolean;
  };
  /** `test:` anchors of every test of the run that saw it, sorted, at most 50. */
  readonly tests: readonly string[];
  /** How often the run saw it. */
  readonly seen: number;
}

/** What makes two statements the same: never a run, a time or a count. */
export function candidateDigest(statement: {
  readonly kind: RecordKind;
  readonly type?: FactType;
  readonly anchor: string;
  readonly claim: string;
  readonly cause?: CautionCause;
}): string {
  const { kind, type = "", anchor, claim, cause = "" } = statement;
  return createHash("sha256")
    .update([kind, type, anchor, claim, cause].join("\0"))
    .digest("hex")
    .slice(0, 32);
}
