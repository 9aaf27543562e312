import type { KnowledgeRecord } from "../../record/record.ts";
import type { RunIdentity } from "../run-evidence.ts";
import type { KnownRecord } from "./curation.ts";
import { learnedId } from "./learned-id.ts";

/**
 * What was known before a run changed anything, as far as its files tell: a run that was killed after it wrote is
 * decided again on this, and so decides the same. Only `file.record` is set back, not the text.
 */
export function beforeRun(known: readonly KnownRecord[], run: RunIdentity): readonly KnownRecord[] {
  const own = new Set(
    known
      .map(({ file }) => file.record)
      .filter((record) => isOwn(record, run))
      .map(({ id }) => id),
  );
  return known
    .filter(({ file }) => !own.has(file.record.id))
    .map((one) => {
      const record = setBack(one.file.record, own, run);
      return record === one.file.record ? one : { ...one, file: { ...one.file, record } };
    });
}

/** Whether this run added the record; a later run may have proved it since. */
export function isOwn({ id, kind, evidence }: KnowledgeRecord, run: RunIdentity): boolean {
  return evidence !== undefined && id === learnedId(kind, run, evidence.digest);
}

function setBack(record: KnowledgeRecord, own: ReadonlySet<string>, run: RunIdentity): KnowledgeRecord {
  const { status, superseded_by, promotion, ruled, evidence } = record;
  if (status === "superseded" && superseded_by !== undefined && own.has(superseded_by)) {
    const { superseded_at: _, superseded_by: __, ...rest } = record;
    return { ...rest, status: promotion === undefined ? "candidate" : "active" };
  }
  if (status === "active" && promotion?.by === GATE && promotion.at === run.at && evidence?.run === run.run) {
    const { promotion: _, ...rest } = record;
    return { ...rest, status: "candidate" };
  }
  if (status === "deprecated" && ruled?.act === "retire" && ruled.by === run.run && ruled.at === run.at) {
    const { ruled: _, ...rest } = record;
    return { ...rest, status: "candidate" };
  }
  return record;
}

/** Who promotes where no person does. */
export const GATE = "gate";
