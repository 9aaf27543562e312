import type { Candidate } from "./candidate.ts";

/** What a curator may do about a candidate, and nothing else. */
export const CHANGE_OPS = ["Add", "Confirm", "Supersede", "Deprecate", "MintUnknown", "Noop"] as const;
export type ChangeOp = (typeof CHANGE_OPS)[number];

/** Who wrote a change. */
export type ChangeSource = "model" | "template" | "person";

/** One change for one candidate; `record` is the id of a record that is there. */
export type Change = { readonly candidate: Candidate; readonly source: ChangeSource } & (
  | { readonly op: "Add"; readonly claim: string }
  | { readonly op: "Confirm"; readonly record: string }
  | { readonly op: "Supersede"; readonly record: string; readonly claim: string }
  | { readonly op: "Deprecate"; readonly record: string; readonly why: string }
  | { readonly op: "MintUnknown"; readonly anchors: readonly string[]; readonly question: string }
  | { readonly op: "Noop"; readonly why: string }
);
