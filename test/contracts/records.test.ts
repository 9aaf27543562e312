import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileRecords } from "../../knowledge/adapters/files/records.ts";
import { memoryRecords } from "../../knowledge/adapters/memory/records.ts";
import { laidTree } from "../../knowledge/pull/laid-tree.ts";
import { wantedRecords } from "../../knowledge/pull/wanted-records.ts";
import { checkRecords } from "../../knowledge/record/check-records.ts";
import { supersede } from "../../knowledge/record/lifecycle.ts";
import { editRecordFile, readRecordFile, writeRecordFile } from "../../knowledge/record/record-file.ts";
import { recordFolders } from "../support/record-process.ts";
import { requestWorld } from "../support/request/request-world.ts";
import { sampleId, samplePair, samplePath, sampleRecord } from "../support/sample-record.ts";
import { startRecordProcess } from "../support/start-record-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type RecordsAdapter, recordsContract } from "./records.contract.ts";

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly RecordsAdapter[] = [
  {
    name: "memory",
    async store() {
      const records = memoryRecords();
      return { connect: () => records };
    },
  },
  {
    name: "files",
    async store() {
      const folders = recordFolders(join(temporaryFolder(), "not", "there", "yet"));
      return { connect: () => fileRecords(folders) };
    },
  },
  {
    name: "a branch, as far as they are wanted",
    async store() {
      const { repository, requestBranch, tip } = requestWorld();
      const place = { repository, commit: tip("main") ?? "" };
      const tree = laidTree(requestBranch, place, new Map());
      const path = samplePath(sampleRecord());
      const folder = path.split("/").slice(1, -1).join("/");
      return {
        connect() {
          const records = wantedRecords(tree, async () => {});
          // Nobody lists all of a branch: the samples are all about one anchor.
          return {
            ...records,
            list: async () => (await records.under([folder])).paths,
            strays: async () => [],
          };
        },
      };
    },
  },
];

for (const adapter of ADAPTERS) recordsContract(adapter);

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

function workTree() {
  const tree = temporaryFolder();
  const folders = recordFolders(tree);
  return { tree, ...folders, records: fileRecords(folders) };
}

async function problems({ records }: ReturnType<typeof workTree>) {
  const files = await Promise.all((await records.list()).map((path) => records.read(path)));
  return checkRecords({ files: files.filter((file) => file !== null), base: null, by: "person" });
}

describe("records of a work tree, between processes", () => {
  const record = sampleRecord();
  const path = samplePath(record);

  test("two processes that each write 20 records and 20 changes of one leave all 40 of each: L-009", async () => {
    const at = workTree();
    await at.records.write([{ path, text: writeRecordFile(record), expected: null }]);
    const start = Date.now() + 700;
    const processes = [0, 1].map((name) =>
      startRecordProcess({ job: "count", folder: at.tree, start, times: 20, name }),
    );
    const announced = (await Promise.all(processes.map(({ ended }) => ended))).flat();
    const shared = await readRecordFile(path, (await at.records.read(path))?.text ?? "");
    expect(shared).toMatchObject({ kind: "record", record: { confirmed: { count: 40 } } });
    expect(new Set(announced).size).toBe(40);
    const listed = (await at.records.list()).map((one) => one.replace(/^.*\/|\.md$/g, ""));
    expect(listed.sort()).toEqual([record.id, ...announced].sort());
  });

  test("a process killed while it writes leaves no half file, no half pair, and all it announced: L-014, L-015", async () => {
    const at = workTree();
    const announced: string[] = [];
    for (let round = 0; round < 12; round++) {
      const process = startRecordProcess({ job: "supersede", folder: at.tree, name: round });
      await process.announced;
      await new Promise((resolve) => setTimeout(resolve, (round * 7.3) % 40));
      process.child.kill("SIGKILL");
      announced.push(...(await process.ended));
      await at.records.repair();
      expect(await problems(at)).toEqual([]);
    }
    const listed = (await at.records.list()).map((one) => one.replace(/^.*\/|\.md$/g, ""));
    expect(announced.filter((id) => !listed.includes(id))).toEqual([]);
    expect(announced.length).toBeGreaterThanOrEqual(12);
    const strangers = readdirSync(at.root, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.endsWith(".md"),
    );
    expect(strangers).toEqual([]);
  });
});

describe("records of a work tree, after a crash between the two ends of a supersession", () => {
  const { old, next } = samplePair();
  const pair = supersede(old, next, next.learned_at, "local");
  if (pair.kind !== "superseded") throw new Error(pair.why);
  const before = writeRecordFile(old);
  const changes = [
    { path: samplePath(old), text: writeRecordFile(pair.old), expected: digest(before) },
    { path: samplePath(next), text: writeRecordFile(pair.next), expected: null },
  ];

  /** As a crash after the first of two renames leaves it; `head` is what was checked out then. */
  function crashed(head?: string) {
    const at = workTree();
    const place = join(at.root, changes[0]!.path);
    mkdirSync(dirname(place), { recursive: true });
    mkdirSync(at.state, { recursive: true });
    writeFileSync(place, changes[0]!.text);
    const journal = {
      v: 1,
      ...(head === undefined ? {} : { head }),
      changes: changes.map((change) => ({ ...change, digest: digest(change.text) })),
    };
    writeFileSync(join(at.state, "records-journal.json"), JSON.stringify(journal));
    return at;
  }

  test("it is detected, and repaired by name: L-014", async () => {
    const at = crashed();
    expect(await problems(at)).toMatchObject([
      { key: "superseded_by", problem: `there is no record ${next.id}` },
    ]);
    expect(await at.records.repair()).toEqual([changes[1]!.path]);
    expect(await problems(at)).toEqual([]);
    expect(await at.records.repair()).toEqual([]);
  });

  test("the next write repairs it first", async () => {
    const at = crashed();
    const other = sampleRecord({ id: sampleId("fact", 9), claim: "Another." });
    await at.records.write([{ path: samplePath(other), text: writeRecordFile(other), expected: null }]);
    expect(await problems(at)).toEqual([]);
    expect(await at.records.list()).toHaveLength(3);
  });

  test("what a person changed since is left as it is", async () => {
    const at = crashed();
    writeFileSync(join(at.root, changes[0]!.path), "mine");
    expect(await at.records.repair()).toEqual([changes[1]!.path]);
    expect((await at.records.read(changes[0]!.path))?.text).toBe("mine");
  });

  describe("and after another branch was checked out", () => {
    const FEAT = "refs/heads/feat";
    const onMain = (at: ReturnType<typeof crashed>) => fileRecords(at, async () => "refs/heads/main");
    const stood = (at: ReturnType<typeof crashed>) => at.records.read(changes[0]!.path);

    test("what git carried over is finished: no half of a set is left", async () => {
      const at = crashed(FEAT);
      expect(await onMain(at).repair()).toEqual([changes[1]!.path]);
      expect(await problems(at)).toEqual([]);
    });

    test.each([
      ["taken back by a stash", before],
      ["another one on that branch", `${before}\nOf main.\n`],
    ])("a file that is %s keeps the rest of the set away, for good", async (_, text) => {
      const at = crashed(FEAT);
      writeFileSync(join(at.root, changes[0]!.path), text);
      expect(await onMain(at).repair()).toEqual([]);
      expect((await stood(at))?.text).toBe(text);
      expect(await at.records.list()).toEqual([changes[0]!.path]);
      expect(existsSync(join(at.state, "records-journal.json"))).toBe(false);
      expect(await at.records.repair()).toEqual([]);
    });

    test("on the branch that it was begun on it is finished, as it always was", async () => {
      const at = crashed(FEAT);
      writeFileSync(join(at.root, changes[0]!.path), before);
      const sameBranch = fileRecords(at, async () => FEAT);
      expect(await sameBranch.repair()).toEqual(changes.map(({ path }) => path));
    });

    test("a write of several files keeps what is checked out in its journal", async () => {
      const at = workTree();
      const records = fileRecords(at, async () => {
        // What cannot be written over ends the write on its way.
        mkdirSync(join(at.root, changes[1]!.path), { recursive: true });
        return FEAT;
      });
      const writing = records.write(changes.map(({ path, text }) => ({ path, text, expected: null })));
      await expect(writing).rejects.toMatchObject({ code: "record_path_refused" });
      const journal = readFileSync(join(at.state, "records-journal.json"), "utf8");
      expect(JSON.parse(journal)).toMatchObject({ v: 1, head: FEAT });
    });
  });

  test("a damaged journal stops writing, by name", async () => {
    const at = crashed();
    writeFileSync(join(at.state, "records-journal.json"), "{");
    const writing = at.records.write([{ path: changes[1]!.path, text: "x", expected: null }]);
    await expect(writing).rejects.toMatchObject({
      code: "records_unavailable",
      data: { path: expect.stringContaining("records-journal.json") },
    });
    expect(await at.records.read(changes[1]!.path)).toBeNull();
  });
});

describe("records of a work tree, beside what people do there", () => {
  const record = sampleRecord();
  const path = samplePath(record);

  test("hand-edited bytes outside the change stay, and so do the rights of the file: L-042", async () => {
    const at = workTree();
    const place = join(at.root, path);
    const hand = writeRecordFile(record)
      .replace("kind: fact", "# mine\nkind: 'fact'   # quoted\nowner: web")
      .replaceAll("\n", "\r\n");
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, hand);
    chmodSync(place, 0o640);
    const stored = await at.records.read(path);
    const file = await readRecordFile(path, stored?.text ?? "");
    if (stored === null || file.kind === "bad") throw new Error("unreadable");
    const text = editRecordFile(file, { ...file.record, status: "deprecated" });
    expect(await at.records.write([{ path, text, expected: stored.digest }])).toMatchObject({
      kind: "written",
    });
    expect(readFileSync(place, "utf8")).toBe(hand.replace("status: candidate", "status: deprecated"));
    expect(statSync(place).mode & 0o777).toBe(0o640);
  });

  test("a link is never followed, out of the root or inside it", async () => {
    const at = workTree();
    const outside = temporaryFolder();
    const [scope = "", anchor = ""] = path.split("/");
    const file = `${record.id}.md`;
    writeFileSync(join(outside, file), "secret");
    const links: readonly [string, string][] = [
      [join(at.root, scope), outside],
      [join(at.root, "two", anchor), outside],
      [join(at.root, "three", anchor, file), join(outside, file)],
    ];
    for (const [link, target] of links) {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(target, link);
    }
    for (const linked of [path, `two/${anchor}/${file}`, `three/${anchor}/${file}`]) {
      await expect(at.records.read(linked)).rejects.toMatchObject({ code: "record_path_refused" });
      const writing = at.records.write([{ path: linked, text: "x", expected: digest("secret") }]);
      await expect(writing).rejects.toMatchObject({ code: "record_path_refused" });
    }
    expect(await at.records.list()).toEqual([]);
    expect(readdirSync(outside)).toEqual([file]);
    expect(readFileSync(join(outside, file), "utf8")).toBe("secret");
  });

  test("files of other names are left out and left alone; what is half written is out of git's sight", async () => {
    const at = workTree();
    const strange = join(dirname(join(at.root, path)), "notes.txt");
    mkdirSync(dirname(strange), { recursive: true });
    writeFileSync(strange, "mine");
    await at.records.write([{ path, text: "a", expected: null }]);
    expect(await at.records.list()).toEqual([path]);
    expect(readFileSync(strange, "utf8")).toBe("mine");
    expect(readFileSync(join(at.state, ".gitignore"), "utf8")).toBe("*\n");
    expect(existsSync(join(at.state, "records-journal.json"))).toBe(false);
  });

  test("a root that is a file is an error that says so", async () => {
    const at = workTree();
    mkdirSync(dirname(at.root), { recursive: true });
    writeFileSync(at.root, "");
    await expect(at.records.list()).rejects.toMatchObject({ code: "records_unavailable" });
    await expect(at.records.write([{ path, text: "a", expected: null }])).rejects.toMatchObject({
      code: "records_unavailable",
      data: { reason: "a file stands where a folder should be" },
    });
  });
});
