import { supersede } from "../../record/lifecycle.ts";
import type { KnowledgeRecord, Origin } from "../../record/record.ts";
import type { Change } from "../change.ts";
import type { KnownRecord } from "./curation.ts";
import { type Birth, newRecord } from "./new-record.ts";
import type { RecordSet } from "./record-set.ts";

/** A change that is one. */
export type Effective = Exclude<Change, { readonly op: "Noop" }>;

export interface AppliedChange {
  readonly kind: "applied";
  /** The record that is now there, or was changed or confirmed. */
  readonly record: string;
  /** The other end of a supersession. */
  readonly other: string | null;
}

/** What a rule did not allow, and the way out. */
export interface RefusedChange {
  readonly kind: "refused";
  readonly code: string;
  readonly why: string;
  readonly recover: string;
}

/**
 * Carries a change out on the records of a set; the same for learning and for persons. A Confirm changes no
 * record. A change that cites no record of the set, or that the lifecycle refuses, changes nothing.
 */
export function applyChange(change: Effective, set: RecordSet, birth: Birth): AppliedChange | RefusedChange {
  switch (change.op) {
    case "Confirm":
      return applied(change.record);
    case "Add":
    case "MintUnknown": {
      const record = newRecord(change, birth);
      set.add(record, change.candidate.scope);
      return applied(record.id);
    }
    case "Supersede": {
      const old = set.records.get(change.record);
      if (old === undefined) return missing(change.record);
      const by: Origin = birth.origin === "person" ? "person" : "local";
      const answer = supersede(old, newRecord(change, birth), birth.learnedAt, by);
      if (answer.kind === "refused") return answer;
      // The line of a place stays in the scope in which it began.
      set.add(answer.next, set.scopeOf(old.id) ?? change.candidate.scope);
      set.change(withConfirmations(answer.old, set.confirmedOf(old.id)));
      return applied(answer.next.id, old.id);
    }
    case "Deprecate": {
      const old = set.records.get(change.record);
      if (old === undefined) return missing(change.record);
      const { held: _, ...record } = old;
      const reason = change.why.trim();
      const ruled = {
        act: "retire",
        by: birth.run,
        at: birth.learnedAt,
        ...(reason === "" ? {} : { reason }),
      } as const;
      set.change(withConfirmations({ ...record, status: "deprecated", ruled }, set.confirmedOf(record.id)));
      return applied(record.id);
    }
  }
}

/** The record with the count of its confirmations as of now; as it is where there are none. */
export function withConfirmations(
  record: KnowledgeRecord,
  { count, last }: KnownRecord["confirmed"],
): KnowledgeRecord {
  return last === null ? record : { ...record, confirmed: { count, last } };
}

/** There is no such record. */
export function missing(record: string): RefusedChange {
  return {
    kind: "refused",
    code: "record-missing",
    why: `there is no record ${record}`,
    recover: "`assay knowledge list` shows those that are there",
  };
}

function applied(record: string, other: string | null = null): AppliedChange {
  return { kind: "applied", record, other };
}
