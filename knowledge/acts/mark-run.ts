import type { Candidate } from "../learn/candidate.ts";
import type { KnownRecord, RecordDraft } from "../learn/curate/curation.ts";
import { isForgotten } from "../learn/curate/is-forgotten.ts";
import { type Birth, newRecord } from "../learn/curate/new-record.ts";
import { openRecordSet, type RecordSet } from "../learn/curate/record-set.ts";
import { isSamePlace, saysSame } from "../learn/curate/standing.ts";
import type { JournalEntry, Mark } from "../learn/learning-events.ts";
import type { RunIdentity } from "../learn/run-evidence.ts";
import { isCurrent, promote } from "../record/lifecycle.ts";
import { type PersonAct, ruleRecord } from "./rule-record.ts";

/** What a person says of a run, and all that it is decided on. */
export interface Marking {
  readonly mark: Mark;
  /** Anchor of the test that it is about; null for the whole run. */
  readonly test: string | null;
  readonly run: Pick<RunIdentity, "run" | "at">;
  /** What curation did with the run. */
  readonly learned: readonly JournalEntry[];
  /** What the run would warn of by the cause that the person names, with the records that are known there. */
  readonly cautions: readonly Candidate[];
  /** The records that the run touched, and those about the anchors of `cautions`. */
  readonly known: readonly KnownRecord[];
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
  readonly person: { readonly by: string; readonly at: string; readonly reason: string | null };
}

export interface Marked {
  readonly drafts: readonly RecordDraft[];
  readonly journal: readonly JournalEntry[];
  /** Records of the run that the mark is about and leaves as they are. */
  readonly left: readonly { readonly id: string; readonly why: string }[];
}

/**
 * What a mark does to records; nothing has happened when it answers. `right` makes active what the run added or
 * confirmed, by user-sovereign. `wrong-cause` and `not-a-failure` take back the cautions that the run added, but
 * for those that name the right cause. What the right cause warns of becomes active, by user-sovereign, also where
 * it was retired. Done again on what it did, it changes nothing.
 */
export async function markRun(marking: Marking): Promise<Marked> {
  const { mark, learned, cautions, known, folders } = marking;
  const set = openRecordSet(known, folders);
  const happened: Omit<JournalEntry, "before" | "after">[] = [];
  const left: { id: string; why: string }[] = [];
  const touched = known.filter((one) => isAbout(one, marking.test) && entryOf(one, learned) !== undefined);

  if (mark === "right") {
    for (const one of touched.filter(canBeActive)) await accept(one);
  }
  if (mark === "wrong-cause" || mark === "not-a-failure") {
    for (const one of touched.filter((other) => isAddedCaution(other, learned))) {
      if (!cautions.some((right) => isThis(one, right))) await takeBack(one);
    }
  }
  for (const caution of cautions) {
    const one = known.find((other) => isThis(other, caution));
    if (one === undefined) happened.push(addCaution(caution, marking, set));
    else await accept(one);
  }

  // What is as the mark wants it is told all the same: the mark may have been killed after it wrote.
  async function accept(one: KnownRecord): Promise<void> {
    if (isSovereign(one) || (await rule(one, "accept"))) tell(one, "Promote", "user-sovereign");
  }

  async function takeBack(one: KnownRecord): Promise<void> {
    const { record } = one.file;
    // What is served already is not rejected, it is retired.
    const act = record.status === "active" ? "forget" : "reject";
    if (isForgotten(record) || (await rule(one, act))) tell(one, "Deprecate", mark);
  }

  async function rule(one: KnownRecord, act: PersonAct): Promise<boolean> {
    const ruling = await ruleRecord(one, act, marking.person);
    if (ruling.kind === "refused") left.push({ id: one.file.record.id, why: ruling.why });
    else for (const { record } of ruling.drafts) set.change(record);
    return ruling.kind === "apply";
  }

  function tell({ file: { record } }: KnownRecord, op: "Promote" | "Deprecate", reason: string): void {
    const candidate = record.evidence?.digest ?? "";
    happened.push({ op, record: record.id, source: "person", outcome: "applied", reason, candidate });
  }

  const journal = happened.map((entry) => ({ ...entry, ...set.digestsOf(entry.record) }));
  return { drafts: set.drafts(), journal, left };
}

/** The record is born active: the person says both what it is and that it holds. */
function addCaution(
  candidate: Candidate,
  { run, person: { by, at } }: Marking,
  set: RecordSet,
): Omit<JournalEntry, "before" | "after"> {
  const birth: Birth = {
    run: run.run,
    id: run,
    validFrom: run.at,
    learnedAt: at,
    origin: "person",
    curatedBy: "template",
  };
  const born = newRecord({ op: "Add", candidate, source: "person", claim: candidate.claim }, birth);
  const promoted = promote(born, { path: "user-sovereign", at, by }, "person");
  const record = promoted.kind === "promoted" ? promoted.record : born;
  set.add(record, candidate.scope);
  return {
    op: "Add",
    record: record.id,
    source: "person",
    outcome: "applied",
    reason: "user-sovereign",
    candidate: candidate.digest,
  };
}

function entryOf({ file }: KnownRecord, learned: readonly JournalEntry[]): JournalEntry | undefined {
  return learned.find(({ record, outcome }) => record === file.record.id && outcome === "applied");
}

function isAbout({ file }: KnownRecord, test: string | null): boolean {
  return test === null || file.record.anchors.includes(test);
}

/** Procedures and questions never are; what was superseded or retired since is another matter. */
function canBeActive({ file: { record } }: KnownRecord): boolean {
  return (record.kind === "fact" || record.kind === "caution") && isCurrent(record);
}

function isSovereign({ file: { record } }: KnownRecord): boolean {
  return record.status === "active" && record.promotion?.path === "user-sovereign";
}

function isAddedCaution({ file: { record } }: KnownRecord, learned: readonly JournalEntry[]): boolean {
  return (
    record.kind === "caution" &&
    (isCurrent(record) || isForgotten(record)) &&
    learned.some(
      (entry) =>
        entry.record === record.id &&
        entry.outcome === "applied" &&
        (entry.op === "Add" || entry.op === "Supersede"),
    )
  );
}

function isThis({ file: { record } }: KnownRecord, caution: Candidate): boolean {
  return isSamePlace(record, caution) && saysSame(record, caution);
}
