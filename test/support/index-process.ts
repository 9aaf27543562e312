/**
 * A process of its own that uses the record index again and again: what one of its answers says must never be older
 * than the one before. Usage: node index-process.ts <work tree> <times>
 */
import { fileRecords } from "../../knowledge/adapters/files/records.ts";
import { plainRecordIndex } from "../../knowledge/adapters/memory/record-index.ts";
import { sqliteRecordIndex } from "../../knowledge/adapters/sqlite/record-index.ts";
import { recordFolders } from "./record-process.ts";

const [tree = "", times = "0"] = process.argv.slice(2);
const folders = recordFolders(tree);
const newest = new Map<string, number>();
for (let step = 0; step < Number(times); step++) {
  const index = sqliteRecordIndex(folders, async () => plainRecordIndex(fileRecords(folders)));
  for (const { path, record } of (await index.all()).records) {
    const edit = Number(/\d+/.exec(record.claim)?.[0] ?? -1);
    const known = newest.get(path) ?? -1;
    if (edit < known) throw new Error(`${path}: edit ${edit} was told after edit ${known}`);
    newest.set(path, edit);
  }
}
