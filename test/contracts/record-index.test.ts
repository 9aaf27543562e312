import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { fileRecords } from "../../knowledge/adapters/files/records.ts";
import { plainRecordIndex } from "../../knowledge/adapters/memory/record-index.ts";
import { memoryRecords } from "../../knowledge/adapters/memory/records.ts";
import { sqliteRecordIndex } from "../../knowledge/adapters/sqlite/record-index.ts";
import type { RecordIndex } from "../../knowledge/ports/record-index.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { recordFolders } from "../support/record-process.ts";
import { sampleId, samplePath, sampleRecord } from "../support/sample-record.ts";
import { freezeDisk, smallDisk } from "../support/small-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type RecordIndexAdapter, recordIndexContract } from "./record-index.contract.ts";

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly RecordIndexAdapter[] = [
  {
    name: "memory",
    async store() {
      let files = memoryRecords();
      const texts = new Map<string, string>();
      return {
        connect: () => plainRecordIndex({ list: () => files.list(), read: (path) => files.read(path) }),
        async put(path, text) {
          texts.set(path, text);
          files = await filled(texts);
        },
        async remove(path) {
          texts.delete(path);
          files = await filled(texts);
        },
      };
    },
  },
  {
    name: "SQLite",
    async store() {
      const at = workTree();
      return {
        connect: at.connect,
        async put(path, text) {
          at.put(path, text);
        },
        async remove(path) {
          rmSync(join(at.root, path), { force: true });
        },
      };
    },
  },
];

async function filled(texts: ReadonlyMap<string, string>) {
  const files = memoryRecords();
  for (const [path, text] of texts) await files.write([{ path, text, expected: null }]);
  return files;
}

function workTree(tree = join(temporaryFolder(), "not", "there", "yet")) {
  const folders = recordFolders(tree);
  const { root, state } = folders;
  const plain = plainRecordIndex(fileRecords(folders));
  return {
    root,
    state,
    file: join(state, "index.db"),
    plain,
    connect: () => sqliteRecordIndex(folders, async () => plain),
    /** In place, as some editors write. */
    put(path: string, text: string) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
  };
}

for (const adapter of ADAPTERS) recordIndexContract(adapter);

const record = sampleRecord();
const path = samplePath(record);
const text = writeRecordFile(record);
const SOME = [1, 2, 3, 4].map((n) => sampleRecord({ id: sampleId("fact", n), anchors: [`page:/p${n}`] }));

const claims = async (index: RecordIndex) =>
  [...(await index.all()).records].map(({ record: { claim } }) => claim).sort();
const paths = async (index: RecordIndex) => [...(await index.all()).records].map((one) => one.path).sort();

/** Sets all times of the tree back, so that no stamp of the index is too young to prove anything. */
function grow(folder: string): void {
  const longAgo = Date.now() / 1_000 - 3_600;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    utimesSync(join(entry.parentPath, entry.name), longAgo, longAgo);
  utimesSync(folder, longAgo, longAgo);
}
/** The time of the last change of a file's state cannot be set back: it must pass. */
const untilOld = () => new Promise((resolve) => setTimeout(resolve, 3_100));

describe("record index of a work tree", () => {
  test("an edit by hand is seen at once, in place, of the same size and with its times set back: L-010", async () => {
    const at = workTree();
    at.put(path, text);
    grow(at.root);
    await untilOld();
    const index = at.connect();
    await index.all();
    const before = statSync(join(at.root, path));
    const edited = text.replace("called Place order.", "called Order place.");
    expect(edited).toHaveLength(text.length);
    at.put(path, edited);
    utimesSync(join(at.root, path), before.atime, before.mtime);
    expect(await claims(index)).toEqual([record.claim.replace("Place order.", "Order place.")]);
    expect(await claims(at.connect())).toEqual(await claims(at.plain));
    // Many edits within one tick of the clock: each is read.
    for (const word of ["alpha", "gamma", "delta"]) {
      at.put(path, text.replace("places", word));
      expect(await claims(index)).toEqual([record.claim.replace("places", word)]);
    }
    expect(readFileSync(join(at.root, path), "utf8")).toBe(text.replace("places", "delta"));
  });

  test("once nothing is young any more the index is not written again", async () => {
    const at = workTree();
    for (const one of SOME) at.put(samplePath(one), writeRecordFile(one));
    await untilOld();
    await at.connect().all();
    const { mtimeMs } = statSync(at.file);
    expect(await paths(at.connect())).toEqual(SOME.map((one) => samplePath(one)).sort());
    expect(statSync(at.file).mtimeMs).toBe(mtimeMs);
  });

  test("a folder that comes, goes, is renamed or becomes a link is seen", async () => {
    const at = workTree();
    for (const one of SOME) at.put(samplePath(one), writeRecordFile(one));
    await untilOld();
    const index = at.connect();
    await index.all();
    const [first = "", second = ""] = SOME.map((one) => dirname(samplePath(one)));
    renameSync(join(at.root, first), join(at.root, "checkout", "renamed-0000"));
    expect(await paths(index)).toEqual(await paths(at.plain));
    renameSync(join(at.root, second), join(at.root, "..", "elsewhere"));
    symlinkSync(join(at.root, "..", "elsewhere"), join(at.root, second));
    expect(await paths(index)).toEqual(await paths(at.plain));
    expect(await paths(index)).toHaveLength(3);
    renameSync(join(at.root, "checkout"), join(at.root, "shop"));
    expect(await paths(index)).toEqual(await paths(at.plain));
    symlinkSync("shop", join(at.root, "checkout"));
    expect(await paths(at.connect())).toEqual(await paths(at.plain));
    rmSync(at.root, { recursive: true });
    expect(await paths(index)).toEqual([]);
    at.put(path, text);
    expect(await paths(index)).toEqual([path]);
  });

  test("a damaged, foreign, older or newer file is made anew, and says nothing", async () => {
    const at = workTree();
    for (const one of SOME) at.put(samplePath(one), writeRecordFile(one));
    await untilOld();
    const expected = await paths(at.plain);
    expect(await paths(at.connect())).toEqual(expected);
    const whole = readFileSync(at.file);
    const flipped = Buffer.from(whole);
    const place = flipped.indexOf("is called Place order");
    expect(place).toBeGreaterThan(0);
    flipped.write("was named", place);
    const sqlite = (sql: string) => () => {
      const db = new DatabaseSync(at.file);
      db.exec(sql);
      db.close();
    };
    const damages: readonly (() => void)[] = [
      () => writeFileSync(at.file, flipped),
      () => writeFileSync(at.file, whole.subarray(0, whole.length / 2)),
      () => writeFileSync(at.file, "no database"),
      () => writeFileSync(at.file, ""),
      sqlite("PRAGMA application_id = 7"),
      sqlite("PRAGMA user_version = 99"),
      sqlite("PRAGMA user_version = 0"),
      sqlite("DELETE FROM part WHERE number = 3"),
      sqlite("DROP TABLE head"),
      () => rmSync(at.file),
    ];
    for (const damage of damages) {
      writeFileSync(at.file, whole);
      damage();
      expect(await claims(at.connect())).toEqual(await claims(at.plain));
      const db = new DatabaseSync(at.file, { readOnly: true });
      expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: 2 });
      expect(db.prepare("SELECT count(*) AS count FROM part").get()).toEqual({ count: 16 });
      db.close();
    }
  });

  test("while another process holds the file, the records are read", async () => {
    const at = workTree();
    at.put(path, text);
    await at.connect().all();
    const holder = new DatabaseSync(at.file);
    holder.exec("BEGIN EXCLUSIVE");
    at.put(path, text.replace("places", "puts"));
    expect(await claims(at.connect())).toEqual([record.claim.replace("places", "puts")]);
    holder.exec("ROLLBACK");
    holder.close();
    expect(await claims(at.connect())).toEqual([record.claim.replace("places", "puts")]);
  });

  test("on a read-only disk with and without an index", async ({ skip }) => {
    for (const isIndexed of [true, false]) {
      const disk = smallDisk(8_192);
      if (disk === null) return skip("mounting a disk needs root on Linux");
      const at = workTree(disk);
      at.put(path, text);
      if (isIndexed) await at.connect().all();
      freezeDisk(disk);
      expect(await paths(at.connect())).toEqual([path]);
      expect(existsSync(at.file)).toBe(isIndexed);
    }
  });

  test("where the files cannot be read the error is the one of the records", async () => {
    const at = workTree();
    mkdirSync(dirname(at.root), { recursive: true });
    writeFileSync(at.root, "");
    await expect(at.connect().all()).rejects.toMatchObject({ code: "records_unavailable" });
  });

  test("the index stays out of git, and no record is ever written", async () => {
    const at = workTree();
    at.put(path, text);
    chmodSync(join(at.root, path), 0o444);
    const { mtimeMs, ctimeMs, ino } = statSync(join(at.root, path));
    await at.connect().all();
    rmSync(at.file);
    await at.connect().all();
    expect(statSync(join(at.root, path))).toMatchObject({ mtimeMs, ctimeMs, ino });
    expect(readFileSync(join(at.state, ".gitignore"), "utf8")).toBe("*\n");
  });

  test("processes that read while one edits and one deletes the index see every finished edit", async () => {
    const at = workTree();
    for (const one of SOME) at.put(samplePath(one), writeRecordFile(one));
    const script = join(import.meta.dirname, "../support/index-process.ts");
    const reader = () =>
      new Promise<{ code: number | null; errors: string }>((resolve) => {
        const child = spawn(
          process.execPath,
          ["--disable-warning=ExperimentalWarning", script, dirname(dirname(at.root)), "60"],
          {
            stdio: ["ignore", "ignore", "pipe"],
          },
        );
        let errors = "";
        child.stderr.on("data", (chunk) => {
          errors += chunk;
        });
        child.on("close", (code) => resolve({ code, errors }));
      });
    const readers = [reader(), reader()];
    let isOver = false;
    const ended = Promise.all(readers).then((all) => {
      isOver = true;
      return all;
    });
    for (let n = 0; !isOver; n++) {
      const one = SOME[n % SOME.length]!;
      at.put(samplePath(one), writeRecordFile({ ...one, claim: `Edit ${n}.` }));
      if (n % 5 === 0) rmSync(at.file, { force: true });
      expect(await claims(at.connect())).toContain(`Edit ${n}.`);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(await ended).toEqual([
      { code: 0, errors: "" },
      { code: 0, errors: "" },
    ]);
    expect(await claims(at.connect())).toEqual(await claims(at.plain));
  });
});
