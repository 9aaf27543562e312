import type { KnowledgeRecord, PromotionPath } from "../../record/record.ts";
import type { Candidate } from "../candidate.ts";
import { isForgotten } from "./is-forgotten.ts";

/** Why a candidate stays one. */
export type HoldReason =
  | "kind-never-promoted"
  | "deprecated-by-person"
  | "no-confirmed-evidence"
  | "needs-enrichment"
  | "not-one-element"
  | "no-root-cause"
  | "anchor-churning"
  | typeof REPLAY_WAITS
  | typeof REPLAY_FAILED;

/** All but the eval corpus has let it through, which it is held against next. */
export const REPLAY_WAITS = "replay-waits";
/** A case of the eval corpus says otherwise. */
export const REPLAY_FAILED = "replay-failed";

export type GateAnswer =
  | { readonly kind: "promoted"; readonly path: PromotionPath }
  | { readonly kind: "held"; readonly reason: HoldReason };

/**
 * Whether what a run proved of a record is enough for it to be served, and by which path; otherwise the first
 * reason why not, in the order of {@link HoldReason}. Pure; for local runs only: what CI learns never comes here.
 */
export function gate(
  record: KnowledgeRecord,
  evidence: Candidate["evidence"],
  {
    pausedAnchors,
    hasEvals,
  }: {
    readonly pausedAnchors: ReadonlySet<string>;
    /** Whether the project has an eval corpus: then that is asked last, by the job that comes after. */
    readonly hasEvals: boolean;
  },
): GateAnswer {
  const reason = holdReason(record, evidence, pausedAnchors) ?? (hasEvals ? REPLAY_WAITS : null);
  return reason === null
    ? { kind: "promoted", path: "deterministic-verdict-floor" }
    : { kind: "held", reason };
}

function holdReason(
  record: KnowledgeRecord,
  evidence: Candidate["evidence"],
  pausedAnchors: ReadonlySet<string>,
): HoldReason | null {
  const { kind, anchors } = record;
  if (kind !== "fact" && kind !== "caution") return "kind-never-promoted";
  if (isForgotten(record)) return "deprecated-by-person";
  // A caution is proved by the failure that was explained, a fact only by a check that held.
  const isConfirmed = kind === "fact" ? evidence.check === "passed" : evidence.check !== "none";
  if (!isConfirmed) return "no-confirmed-evidence";
  if (!evidence.complete) return "needs-enrichment";
  if (isAboutElement(record, evidence) && evidence.matched !== 1) return "not-one-element";
  if (kind === "caution" && record.root_cause === undefined) return "no-root-cause";
  if (anchors.some((anchor) => pausedAnchors.has(anchor))) return "anchor-churning";
  return null;
}

/** Facts are, but for a measurement that no element was asked for. */
function isAboutElement(
  { kind, type, anchors }: KnowledgeRecord,
  { matched }: Candidate["evidence"],
): boolean {
  if (kind !== "fact") return false;
  return type !== "measurement" || matched !== undefined || anchors[0]?.startsWith("element:") === true;
}
