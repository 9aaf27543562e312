import { AssayError } from "../errors.ts";
import type { KnownRecord, RecordDraft } from "../learn/curate/curation.ts";
import type { Records } from "../ports/records.ts";
import type { RecordChange } from "./receipt.ts";
import { tellChange } from "./receipt.ts";

/**
 * Writes all of what a person decided, or nothing, and tells what is on the disk then. Errors: record_changed where
 * a file is not what the decision was made on any more; those of the records.
 */
export async function writeDrafts(
  records: Records,
  drafts: readonly RecordDraft[],
  known: readonly KnownRecord[],
): Promise<RecordChange[]> {
  const outcome = await records.write(drafts.map(({ path, text, expected }) => ({ path, text, expected })));
  if (outcome.kind === "conflict") throw changed(outcome.paths);
  return drafts.map((draft, at) => tellDraft(draft, known, outcome.digests[at] ?? null));
}

/** What {@link writeDrafts} would do. */
export function planDrafts(drafts: readonly RecordDraft[], known: readonly KnownRecord[]): RecordChange[] {
  return drafts.map((draft) => tellDraft(draft, known, null));
}

/** Digest of each record, by its id. */
export function digestsOf(known: readonly KnownRecord[]): Record<string, string> {
  return Object.fromEntries(known.map(({ file, digest }) => [file.record.id, digest]));
}

/** Errors: record_changed where a record is not what the person was shown. */
export function refuseUnseen(known: readonly KnownRecord[], seen: Readonly<Record<string, string>>): void {
  const others = known.filter(({ file, digest }) => (seen[file.record.id] ?? digest) !== digest);
  if (others.length > 0) throw changed(others.map(({ file }) => file.path));
}

function tellDraft(draft: RecordDraft, known: readonly KnownRecord[], after: string | null): RecordChange {
  return tellChange(
    draft,
    known.find(({ file }) => file.path === draft.path),
    after,
  );
}

function changed(paths: readonly string[]): AssayError {
  return new AssayError("record_changed", { records: paths.join(", ") });
}
