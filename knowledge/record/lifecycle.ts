import {
  type KnowledgeRecord,
  type Origin,
  PROMOTION_PATHS,
  type PromotionPath,
  primaryAnchor,
  type RecordStatus,
} from "./record.ts";

/** What a rule answers when it does not allow a change. */
export interface Refused {
  readonly kind: "refused";
  readonly code: RefusalCode;
  readonly why: string;
  readonly recover: string;
}

type RefusalCode =
  | "status_change_illegal"
  | "not_current"
  | "same_record"
  | "other_kind"
  | "other_anchor"
  | "validity_empty"
  | "weaker_path";

/** Who may take a record from one status to another. What is not here is never allowed. */
const CHANGES: readonly {
  readonly from: RecordStatus;
  readonly to: RecordStatus;
  readonly by: readonly Origin[];
}[] = [
  { from: "candidate", to: "active", by: ["local", "person"] },
  { from: "candidate", to: "superseded", by: ["local", "person"] },
  { from: "candidate", to: "deprecated", by: ["local", "person"] },
  { from: "active", to: "superseded", by: ["local", "person"] },
  { from: "active", to: "deprecated", by: ["person"] },
  { from: "deprecated", to: "active", by: ["person"] },
  { from: "open", to: "resolved", by: ["local", "person"] },
  { from: "resolved", to: "open", by: ["person"] },
];

/** Whether a record's status may become `to`; staying as it is always is. CI changes no status. */
export function mayChangeStatus(record: KnowledgeRecord, to: RecordStatus, by: Origin): boolean {
  if (record.status === to) return true;
  if (record.kind === "procedure" && to === "active") return false;
  return CHANGES.some(
    (change) => change.from === record.status && change.to === to && change.by.includes(by),
  );
}

/** True of what may hold now: a candidate, an active record, an open question. */
export function isCurrent({ status }: Pick<KnowledgeRecord, "status">): boolean {
  return status === "candidate" || status === "active" || status === "open";
}

/** Below zero where path `a` is weaker than `b`. */
export function comparePaths(a: PromotionPath, b: PromotionPath): number {
  return PROMOTION_PATHS.indexOf(a) - PROMOTION_PATHS.indexOf(b);
}

export type Promotion = NonNullable<KnowledgeRecord["promotion"]>;

/**
 * The record as active by that path. An active record keeps the stronger of the two paths; `user-sovereign` is
 * a person's alone, and only a person makes a deprecated record active again.
 */
export function promote(
  record: KnowledgeRecord,
  promotion: Promotion,
  by: Origin,
): { readonly kind: "promoted"; readonly record: KnowledgeRecord } | Refused {
  if (by === "ci" || !mayChangeStatus(record, "active", by)) return illegal(record, "active", by);
  if (promotion.path === "user-sovereign" && by !== "person")
    return refused(
      "weaker_path",
      "only a person promotes by user-sovereign",
      "take the path that the gate gave",
    );
  if (record.status === "active" && record.promotion !== undefined) {
    if (comparePaths(promotion.path, record.promotion.path) <= 0)
      return refused(
        "weaker_path",
        `${record.id} is active by ${record.promotion.path} already`,
        "nothing to do: a promotion is never weakened",
      );
  }
  const { held: _, ...rest } = record;
  return { kind: "promoted", record: { ...rest, status: "active", promotion } };
}

export interface Supersession {
  readonly kind: "superseded";
  /** Both ends as they must be written, in one step. */
  readonly old: KnowledgeRecord;
  readonly next: KnowledgeRecord;
}

/**
 * Retires `old` in favour of `next` at `at` (ISO 8601): both ends linked, neither lost. Only within one kind and
 * primary anchor, only a current record, and never so that a time of validity would be empty or inverted.
 */
export function supersede(
  old: KnowledgeRecord,
  next: KnowledgeRecord,
  at: string,
  by: Origin,
): Supersession | Refused {
  if (old.id === next.id)
    return refused("same_record", `${old.id} cannot supersede itself`, "name another record");
  if (!isCurrent(old) || !isCurrent(next)) {
    const past = isCurrent(old) ? next : old;
    const successor = past.superseded_by === undefined ? "" : `; its successor is ${past.superseded_by}`;
    return refused(
      "not_current",
      `${past.id} is ${past.status}${successor}`,
      "name the record that is current",
    );
  }
  if (!mayChangeStatus(old, "superseded", by)) return illegal(old, "superseded", by);
  if (old.kind !== next.kind)
    return refused(
      "other_kind",
      `${old.id} is a ${old.kind} and ${next.id} a ${next.kind}`,
      "add the new record and retire the old one with `assay knowledge forget`",
    );
  if (primaryAnchor(old) !== primaryAnchor(next))
    return refused(
      "other_anchor",
      `${old.id} is about ${primaryAnchor(old)} and ${next.id} about ${primaryAnchor(next)}`,
      "add the new record; records of different anchors do not replace each other",
    );
  if (next.supersedes !== undefined && next.supersedes !== old.id)
    return refused(
      "not_current",
      `${next.id} supersedes ${next.supersedes} already`,
      "one record supersedes one",
    );
  const end = Date.parse(at);
  const isEmpty = [old.valid_from, old.learned_at].some((from) => Date.parse(from) >= end);
  if (isEmpty || Date.parse(next.valid_from) <= Date.parse(old.valid_from))
    return refused(
      "validity_empty",
      `${next.id} would leave ${old.id} no time in which it was true`,
      "the successor is valid from later than the record that it supersedes",
    );
  const { held: _, ...rest } = old;
  return {
    kind: "superseded",
    old: { ...rest, status: "superseded", superseded_at: at, superseded_by: next.id },
    next: { ...next, supersedes: old.id },
  };
}

function illegal({ id, status, kind }: KnowledgeRecord, to: RecordStatus, by: Origin): Refused {
  const who = { local: "learning", ci: "a CI run", person: "even a person" }[by];
  return refused(
    "status_change_illegal",
    `${who} may not take ${id}, a ${kind} that is ${status}, to ${to}`,
    by === "person" ? "add a new record" : "a person can rule on it with `assay knowledge`",
  );
}

function refused(code: RefusalCode, why: string, recover: string): Refused {
  return { kind: "refused", code, why, recover };
}
