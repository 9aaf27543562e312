/**
 * A process of its own that writes records and announces on standard output each write that it was told is done.
 * Usage: node record-process.ts <job> <folder> <start, ms since the epoch> <times> <number of this process>
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { fileRecords } from "../../knowledge/adapters/files/records.ts";
import { supersede } from "../../knowledge/record/lifecycle.ts";
import { editRecordFile, readRecordFile, writeRecordFile } from "../../knowledge/record/record-file.ts";
import { sampleId, samplePair, samplePath, sampleRecord } from "./sample-record.ts";

const [job = "", folder = "", start = "0", times = "0", name = "0"] = process.argv.slice(2);

/** The folders of a work tree. */
export function recordFolders(tree: string) {
  return { root: join(tree, ".assay/knowledge"), state: join(tree, ".assay/local") };
}

const JOBS: Record<string, (records: ReturnType<typeof fileRecords>) => Promise<void>> = {
  /** Writes new records, and after each counts itself in one that all processes share. */
  async count(records) {
    const shared = samplePath(sampleRecord());
    for (let step = 0; step < Number(times); step++) {
      const own = sampleRecord({ id: sampleId("fact", 1_000 * (Number(name) + 1) + step) });
      await records.write([{ path: samplePath(own), text: writeRecordFile(own), expected: null }]);
      for (let counted = false; !counted; ) {
        const stored = await records.read(shared);
        const file = await readRecordFile(shared, stored?.text ?? "");
        if (stored === null || file.kind === "bad") throw new Error("the shared record is damaged");
        const { record } = file;
        const confirmed = { count: (record.confirmed?.count ?? 0) + 1, last: record.learned_at };
        const text = editRecordFile(file, { ...record, confirmed });
        const outcome = await records.write([{ path: shared, text, expected: stored.digest }]);
        counted = outcome.kind === "written";
      }
      announce(own.id);
    }
  },

  /** Writes long records and supersedes each in one step, until it is killed. */
  async supersede(records) {
    for (let step = 0; ; step += 2) {
      const { old, next } = samplePair();
      const number = 2_000 * Number(name) + step;
      const filler = ` It is long (${number}).`.repeat(180);
      const one = { ...old, id: sampleId("fact", number), claim: old.claim + filler };
      const other = { ...next, id: sampleId("fact", number + 1), claim: next.claim + filler };
      const path = samplePath(one);
      const first = await records.write([{ path, text: writeRecordFile(one), expected: null }]);
      const pair = supersede(one, other, other.learned_at, "local");
      if (pair.kind === "refused" || first.kind === "conflict") throw new Error("the pair was refused");
      await records.write([
        { path, text: writeRecordFile(pair.old), expected: first.digests[0] ?? null },
        { path: samplePath(pair.next), text: writeRecordFile(pair.next), expected: null },
      ]);
      announce(other.id);
    }
  },
};

/** Written at once: what was announced has reached the reader's pipe even if this process is killed next. */
function announce(what: string): void {
  writeSync(1, `${what}\n`);
}

if (import.meta.main) {
  while (Date.now() < Number(start)) await new Promise((resolve) => setTimeout(resolve, 1));
  await JOBS[job]?.(fileRecords(recordFolders(folder)));
}
