import { createHash } from "node:crypto";
import { type KnowledgeRecord, primaryAnchor } from "../../record/record.ts";
import { editRecordFile, type RecordFile, writeRecordFile } from "../../record/record-file.ts";
import { parseRecordPath, recordPath } from "../../record/record-path.ts";
import type { KnownRecord, RecordDraft } from "./curation.ts";

/** Records as they become while a decision is taken, and in the end the files that must be written for it. */
export interface RecordSet {
  /** As they stand now, by id. */
  readonly records: ReadonlyMap<string, KnowledgeRecord>;
  /** Scope of a record that is known; undefined for another. */
  scopeOf(id: string): string | undefined;
  confirmedOf(id: string): KnownRecord["confirmed"];
  /** A new record. Where its file is there already, that file stays as it is. */
  add(record: KnowledgeRecord, scope: string): void;
  /** A record of the set in a new form. */
  change(record: KnowledgeRecord): void;
  /** SHA-256 of the file before and after all; null where there is none. */
  digestsOf(id: string | null): { readonly before: string | null; readonly after: string | null };
  /** Files that differ from what is there, in order of path. Errors: record_invalid. */
  drafts(): readonly RecordDraft[];
}

interface Entry {
  readonly scope: string;
  readonly path: string;
  readonly file: RecordFile | null;
  readonly digest: string | null;
  readonly confirmed: KnownRecord["confirmed"];
  /** Added by an earlier attempt of the same decision. */
  readonly isThere: boolean;
  /** Changed by an earlier attempt, and seen as it was before. */
  readonly isSetBack: boolean;
}

/**
 * Opens a set on what is known. `from` are the known records as the decision sees them, by default as their files
 * stand; their texts are not looked at.
 */
export function openRecordSet(
  known: readonly KnownRecord[],
  folders: ReadonlyMap<string, ReadonlySet<string>>,
  from: readonly KnownRecord[] = known,
): RecordSet {
  const sorted = known.toSorted((a, b) => (a.file.path > b.file.path ? -1 : 1));
  // Of two files with one id the first by path counts, as the last one that is set.
  const onDisk = new Map(sorted.map((one) => [one.file.record.id, one]));
  const taken = new Map([...folders].map(([scope, names]) => [scope, new Set(names)]));
  for (const { file } of known) takePath(file.path);
  const entries = new Map<string, Entry>();
  const records = new Map<string, KnowledgeRecord>();
  const changed = new Set<string>();
  for (const { file } of from) {
    const one = onDisk.get(file.record.id);
    if (one === undefined || one.file.path !== file.path) continue;
    const isSetBack = file.record !== one.file.record;
    entries.set(file.record.id, { ...entryOf(one), isThere: false, isSetBack });
    records.set(file.record.id, file.record);
  }

  function takePath(path: string): void {
    const place = parseRecordPath(path);
    if (place === null) return;
    const names = taken.get(place.scope) ?? new Set<string>();
    taken.set(place.scope, names.add(place.folder));
  }

  /** Text of the file after all, or null where it stays as it is. */
  function nextText(id: string): string | null {
    const entry = entries.get(id);
    const record = records.get(id);
    if (entry === undefined || record === undefined || !changed.has(id) || entry.isThere) return null;
    const { file } = entry;
    if (file === null) return writeRecordFile(record);
    // What an earlier attempt did is not taken back where the decision is another one now.
    if (entry.isSetBack && record.status !== file.record.status) return null;
    const text = editRecordFile(file, record);
    return text === file.text ? null : text;
  }

  return {
    records,
    scopeOf: (id) => entries.get(id)?.scope,
    confirmedOf: (id) => entries.get(id)?.confirmed ?? { count: 0, last: null },
    add(record, scope) {
      const { id } = record;
      const there = onDisk.get(id);
      records.set(id, record);
      changed.add(id);
      if (there !== undefined) {
        entries.set(id, { ...entryOf(there), isThere: true, isSetBack: false });
        return;
      }
      const path = recordPath({ scope, anchor: primaryAnchor(record), id }, taken.get(scope) ?? new Set());
      takePath(path);
      entries.set(id, { scope, path, ...NEW_FILE });
    },
    change(record) {
      records.set(record.id, record);
      changed.add(record.id);
    },
    digestsOf(id) {
      const entry = id === null ? undefined : entries.get(id);
      if (id === null || entry === undefined) return { before: null, after: null };
      const text = nextText(id);
      return {
        before: entry.isThere ? null : entry.digest,
        after: text === null ? entry.digest : sha256(text),
      };
    },
    drafts() {
      const drafts: RecordDraft[] = [];
      for (const [id, record] of records) {
        const entry = entries.get(id);
        const text = nextText(id);
        if (entry !== undefined && text !== null)
          drafts.push({ path: entry.path, text, expected: entry.digest, record });
      }
      return drafts.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

const NEW_FILE = {
  file: null,
  digest: null,
  confirmed: { count: 0, last: null },
  isThere: false,
  isSetBack: false,
} as const;

function entryOf({ scope, file, digest, confirmed }: KnownRecord) {
  return { scope, path: file.path, file, digest, confirmed };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
