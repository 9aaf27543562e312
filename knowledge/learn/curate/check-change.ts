import { supersede } from "../../record/lifecycle.ts";
import { type KnowledgeRecord, primaryAnchor } from "../../record/record.ts";
import { recordProblems } from "../../record/record-problems.ts";
import { scanText } from "../../record/text-scan.ts";
import type { Change } from "../change.ts";
import { dropsException } from "./drops-exception.ts";
import { isPersons } from "./is-persons.ts";
import { type Adding, type Birth, newRecord } from "./new-record.ts";

export type Checked =
  | { readonly ok: true }
  /** `check` names what failed; `why` is for people. */
  | { readonly ok: false; readonly check: string; readonly why: string };

export interface CheckContext {
  /** How a record would be added. */
  readonly birth: Birth;
  /** Primary anchors of which this pass has superseded a record. */
  readonly superseded: ReadonlySet<string>;
}

type Citing = Extract<Change, { op: "Confirm" | "Supersede" | "Deprecate" }>;

/**
 * Whether a change may be applied, whoever wrote it; the first check that fails is the answer. `known` are the
 * records as the pass has left them, by id. Pure, and total over the closed set of changes.
 */
export function checkChange(
  change: Change,
  known: ReadonlyMap<string, KnowledgeRecord>,
  context: CheckContext,
): Checked {
  switch (change.op) {
    case "Noop":
      return OK;
    case "Add":
      return checkAdded(change, context);
    case "MintUnknown":
      return change.anchors[0] === primaryAnchor(change.candidate)
        ? checkAdded(change, context)
        : failed("anchors-disagree", `the question is not about ${primaryAnchor(change.candidate)}`);
    case "Confirm":
    case "Supersede":
    case "Deprecate": {
      const record = known.get(change.record);
      if (record === undefined) return failed("record-missing", `there is no record ${change.record}`);
      return first(checkCited(change, record), () => {
        if (change.op === "Supersede") return checkSuperseding(change, record, context);
        return change.op === "Deprecate" ? checkRetiring(change, record) : checkConfirming(record);
      });
    }
  }
}

/** Text that must not be remembered, and what no record may be. */
function checkAdded(change: Adding, { birth }: CheckContext): Checked {
  const record = newRecord(change, birth);
  return first(checkText([record.claim, ...record.anchors]), () => checkSound(record));
}

function checkCited({ candidate }: Citing, record: KnowledgeRecord): Checked {
  const { id, kind, type } = record;
  if (primaryAnchor(record) !== primaryAnchor(candidate))
    return failed(
      "anchors-disagree",
      `${id} is about ${primaryAnchor(record)}, not about ${primaryAnchor(candidate)}`,
    );
  if (kind !== candidate.kind || type !== candidate.type)
    return failed("other-kind", `${id} is ${name(kind, type)}, not ${name(candidate.kind, candidate.type)}`);
  return OK;
}

function checkConfirming({ id, status }: KnowledgeRecord): Checked {
  if (status === "candidate" || status === "active") return OK;
  return failed("not_current", `${id} is ${status}`);
}

function checkSuperseding(
  change: Extract<Change, { op: "Supersede" }>,
  record: KnowledgeRecord,
  context: CheckContext,
): Checked {
  const anchor = primaryAnchor(record);
  if (context.superseded.has(anchor))
    return failed("one-supersession-an-anchor", `a record of ${anchor} was superseded in this run already`);
  return first(checkOutranked(change, record), () => {
    if (change.source !== "person" && dropsException(record.claim, change.claim))
      return failed("drops-an-exception", `${record.id} names an exception that the new claim does not`);
    return first(checkAdded(change, context), () => {
      const { learnedAt } = context.birth;
      // Whether CI may is for the pass to say; here it is asked whether the change is a sound one.
      const by = change.source === "person" ? "person" : "local";
      const answer = supersede(record, newRecord(change, context.birth), learnedAt, by);
      return answer.kind === "refused" ? failed(answer.code, answer.why) : checkSound(answer.old);
    });
  });
}

function checkRetiring(change: Extract<Change, { op: "Deprecate" }>, record: KnowledgeRecord): Checked {
  const { id, status } = record;
  return first(checkOutranked(change, record), () => {
    if (status === "active" && change.source !== "person")
      return failed("active-retired-by-persons-only", `${id} is active; only a person retires it`);
    if (status !== "candidate" && status !== "active") return failed("not_current", `${id} is ${status}`);
    return first(checkText([change.why]), () => checkSound(record));
  });
}

function checkOutranked({ source }: Change, record: KnowledgeRecord): Checked {
  if (source === "person" || !isPersons(record)) return OK;
  return failed("outranked-by-a-person", `a person wrote or accepted ${record.id}`);
}

function checkText(texts: readonly string[]): Checked {
  const hit = texts.flatMap(scanText)[0];
  if (hit === undefined) return OK;
  return failed("instruction-shaped-text", `the text reads as ${hit.finding}`);
}

/** Also of a record that is there: a file that breaks a rule is not edited. */
function checkSound(record: KnowledgeRecord): Checked {
  const problem = recordProblems(record)[0];
  if (problem === undefined) return OK;
  return failed("record-unsound", `${record.id}: ${problem.key}: ${problem.problem}; ${problem.hint}`);
}

const OK = { ok: true } as const;

function failed(check: string, why: string): Checked {
  return { ok: false, check, why };
}

function first(checked: Checked, next: () => Checked): Checked {
  return checked.ok ? next() : checked;
}

function name(kind: string, type: string | undefined): string {
  return type === undefined ? kind : `${kind} (${type})`;
}
