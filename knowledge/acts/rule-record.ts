import { missing, type RefusedChange, withConfirmations } from "../learn/curate/apply-change.ts";
import type { KnownRecord, RecordDraft } from "../learn/curate/curation.ts";
import { isForgotten } from "../learn/curate/is-forgotten.ts";
import { openRecordSet, type RecordSet } from "../learn/curate/record-set.ts";
import { promote } from "../record/lifecycle.ts";
import type { KnowledgeRecord } from "../record/record.ts";
import { recordProblems } from "../record/record-problems.ts";

export type PersonAct = "accept" | "reject" | "forget";

/** Who rules, when (ISO 8601), and why. */
export interface Person {
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

export type RuledRecord = { readonly kind: "apply"; readonly drafts: readonly RecordDraft[] } | RefusedChange;

/**
 * What a person's act makes of a record, the same locally and in CI. `accept`: active by `user-sovereign`, over any
 * hold; a question is resolved. `reject`: a candidate is deprecated, a question resolved. `forget`: a candidate or
 * an active record is deprecated and never learned again. Pure; nothing has happened when it answers.
 */
export async function ruleRecord(known: KnownRecord, act: PersonAct, person: Person): Promise<RuledRecord> {
  const set = openRecordSet([known], new Map());
  return ruleInSet(set, known.file.record.id, act, person) ?? { kind: "apply", drafts: set.drafts() };
}

/** Carries the act out on a record of the set; a refusal changes nothing. */
export function ruleInSet(set: RecordSet, id: string, act: PersonAct, person: Person): RefusedChange | null {
  const record = set.records.get(id);
  if (record === undefined) return missing(id);
  const answer = rule(record, act, person);
  if (answer.kind === "refused") return answer;
  const next = withConfirmations(answer.record, set.confirmedOf(id));
  const [problem] = recordProblems(next);
  if (problem !== undefined)
    return refused("record-unsound", `${id}: ${problem.key}: ${problem.problem}`, problem.hint);
  set.change(next);
  return null;
}

/** The record as the act leaves it. */
function rule(
  record: KnowledgeRecord,
  act: PersonAct,
  person: Person,
): { readonly kind: "ruled"; readonly record: KnowledgeRecord } | RefusedChange {
  const { id, kind, status } = record;
  if (kind === "unknown") {
    if (status !== "open") return refused("not_current", `${id} is ${status}`, "nothing to do");
    if (act === "forget")
      return refused(
        "status_change_illegal",
        `${id} is a question, which is answered, not forgotten`,
        `\`assay knowledge reject ${id}\` closes it`,
      );
    return { kind: "ruled", record: { ...record, status: "resolved", ruled: ruling(act, person) } };
  }
  if (status === "superseded")
    return refused(
      "not_current",
      `${id} is superseded by ${record.superseded_by}`,
      `\`assay knowledge show ${record.superseded_by}\` shows what holds now`,
    );
  if (act === "accept") return accept(record, person);
  if (isForgotten(record))
    return refused(
      "not_current",
      `a person took ${id} back already`,
      `\`assay knowledge accept ${id}\` brings it back`,
    );
  if (act === "reject" && status === "active")
    return refused(
      "status_change_illegal",
      `${id} is active, and only a candidate is rejected`,
      `\`assay knowledge forget ${id}\` retires it`,
    );
  const { held: _, ...rest } = record;
  return { kind: "ruled", record: { ...rest, status: "deprecated", ruled: ruling(act, person) } };
}

function accept(
  record: KnowledgeRecord,
  { by, at }: Person,
): { readonly kind: "ruled"; readonly record: KnowledgeRecord } | RefusedChange {
  const { ruled: _, ...rest } = record;
  const answer = promote(rest, { path: "user-sovereign", at, by }, "person");
  return answer.kind === "refused" ? answer : { kind: "ruled", record: answer.record };
}

function ruling(act: PersonAct, { by, at, reason }: Person): NonNullable<KnowledgeRecord["ruled"]> {
  return { act, by, at, ...(reason === null || reason.trim() === "" ? {} : { reason }) };
}

function refused(code: string, why: string, recover: string): RefusedChange {
  return { kind: "refused", code, why, recover };
}
