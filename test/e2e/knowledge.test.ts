import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { supersede } from "../../knowledge/record/lifecycle.ts";
import type { KnowledgeRecord } from "../../knowledge/record/record.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { assay, shell } from "../support/run-assay.ts";
import { sampleId, samplePair, samplePath, sampleRecord } from "../support/sample-record.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = realpathSync(temporaryFolder());
  await git("init --quiet --initial-branch=main && git config user.name t && git config user.email t@e.org");
});

async function git(command: string, cwd = folder): Promise<void> {
  const { status, stderr } = await shell(`git ${command}`, { cwd });
  if (status !== 0) throw new Error(stderr);
}
const commit = (message = "change") => git(`add . && git commit --quiet --allow-empty -m ${message}`);
const fileOf = (record: KnowledgeRecord) => `.assay/knowledge/${samplePath(record)}`;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const keep = (...records: readonly KnowledgeRecord[]) => {
  for (const record of records) put(fileOf(record), writeRecordFile(record));
};

/** A record and its successor, linked at both ends. */
function linked(): { old: KnowledgeRecord; next: KnowledgeRecord } {
  const { old, next } = samplePair();
  const done = supersede(old, next, "2026-02-10T08:00:00.000Z", "person");
  if (done.kind !== "superseded") throw new Error(done.why);
  return done;
}

async function asJson(args: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = await assay([...args, "--json"], { cwd });
  const document = JSON.parse(stdout);
  expect({ stderr, schemaVersion: document.schemaVersion }).toEqual({ stderr: "", schemaVersion: 1 });
  return { status, document };
}
const idsOf = ({ document }: Awaited<ReturnType<typeof asJson>>) =>
  document.records.map(({ id }: { id: string }) => id);

const caution = sampleRecord({
  id: sampleId("caution", 3),
  kind: "caution",
  type: undefined,
  anchors: ["page:/login"],
  root_cause: "timeout",
  claim: "The login page takes longer than ten seconds after a deployment.",
});

describe("knowledge list and search", () => {
  test("L-003 list and search hide what was superseded, show it on request, and agree under every filter", async () => {
    const { old, next } = linked();
    keep(old, next, caution);
    const filters: readonly (readonly [readonly string[], readonly string[]])[] = [
      [[], [next.id, caution.id]],
      [["--all"], [next.id, caution.id, old.id]],
      [["--status", "superseded"], [old.id]],
      [
        ["--kind", "fact", "--all"],
        [next.id, old.id],
      ],
      [["--anchor", "page: https://shop.example/login?from=1"], [caution.id]],
      [["--scope", "elsewhere"], []],
    ];
    for (const [flags, expected] of filters) {
      const listed = await asJson(["knowledge", "list", ...flags]);
      // Every one of these claims holds the word, so that only the filter decides.
      const searched = await asJson(["knowledge", "search", "THE", ...flags]);
      expect(idsOf(listed).sort(), flags.join(" ")).toEqual([...expected].sort());
      expect(idsOf(searched).sort(), flags.join(" ")).toEqual(idsOf(listed).sort());
    }
    const all = idsOf(await asJson(["knowledge", "search", "order", "button", "--all"]));
    expect(all).toEqual([next.id, old.id]);
  });

  test("a file that is no record is named by line and hides no other", async () => {
    keep(caution);
    const broken = sampleRecord();
    put(fileOf(broken), writeRecordFile(broken).replace("kind: fact", "kind: rumour"));
    const { status, document } = await asJson(["knowledge", "list"]);
    expect(status).toBe(0);
    expect(document).toMatchObject({
      kind: "records",
      records: [{ id: caution.id, path: fileOf(caution), scope: "checkout", type: null }],
      problems: [{ file: fileOf(broken), line: 4, key: "kind", fix: expect.any(String) }],
    });
    const { stdout } = await assay(["knowledge", "list"], { cwd: folder });
    expect(stdout).toContain(`${fileOf(broken)}:4\n`);
    expect(stdout).toMatch(/\n1 record, 1 file that cannot be read\n$/);
  });

  test("hostile text cannot act on the terminal, and no row but a file's is wider than it", async () => {
    const claim = `\u202ereversed \u200b合計 ${"long ".repeat(100)}`.trim();
    keep(sampleRecord({ claim }));
    const { stdout, status } = await assay(["knowledge", "list"], { cwd: folder });
    expect(status).toBe(0);
    expect(stdout).toContain("reversed 合計 long");
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u200b]/);
    for (const row of stdout.split("\n")) expect(displayWidth(row)).toBeLessThanOrEqual(80);
    expect((await asJson(["knowledge", "list"])).document.records[0].claim).toBe(claim);
  });

  test("from a folder below the top, with none learned yet, in a linked work tree, and outside of a repository", async () => {
    mkdirSync(join(folder, "src/deep"), { recursive: true });
    expect((await asJson(["knowledge", "list"])).document.records).toEqual([]);
    keep(caution);
    expect(idsOf(await asJson(["knowledge", "list"], join(folder, "src/deep")))).toEqual([caution.id]);
    await commit();
    await git("worktree add --quiet --detach linked");
    rmSync(join(folder, fileOf(caution)));
    expect(idsOf(await asJson(["knowledge", "list"], join(folder, "linked")))).toEqual([caution.id]);
    const outside = await asJson(["knowledge", "list"], "/");
    expect(outside).toMatchObject({ status: 2, document: { error: { code: "repository_missing" } } });
  });
});

describe("knowledge show", () => {
  test("by id and by the beginning of one, with the links of both ends", async () => {
    const { old, next } = linked();
    keep(old, next, caution);
    const shown = await asJson(["knowledge", "show", old.id]);
    expect(shown.document).toMatchObject({
      kind: "record",
      path: fileOf(old),
      claim: old.claim,
      record: { id: old.id, status: "superseded" },
      links: [{ relation: "superseded_by", id: next.id, bothEnds: true, record: { status: "candidate" } }],
    });
    const text = await assay(["knowledge", "show", caution.id.slice(0, 9)], { cwd: folder });
    expect(text).toMatchObject({ status: 0, stderr: "" });
    expect(text.stdout).toContain(caution.claim);
    expect(text.stdout).toMatch(/^root_cause +timeout$/m);
    const both = await asJson(["knowledge", "show", "fact_"]);
    expect(both).toMatchObject({ status: 2, document: { error: { code: "record_ambiguous" } } });
  });

  test("a link that only the other record has is shown as such", async () => {
    const { next } = linked();
    keep(samplePair().old, next);
    const { document } = await asJson(["knowledge", "show", samplePair().old.id]);
    expect(document.links).toMatchObject([{ relation: "superseded_by", id: next.id, bothEnds: false }]);
  });

  test("an id whose file cannot be read is led to the file's fault", async () => {
    put(fileOf(caution), writeRecordFile(caution).replace("status: candidate", "status: sure"));
    const { status, document } = await asJson(["knowledge", "show", caution.id]);
    expect({ status, code: document.error.code }).toEqual({ status: 2, code: "record_missing" });
    expect(document.error.hint).toContain(`${fileOf(caution)}:6 is no record`);
  });

  test("an unknown id ends with 2 and names the close one", async () => {
    keep(caution);
    const typed = caution.id.replace("01", "10");
    const { status, stdout, stderr } = await assay(["knowledge", "show", typed], { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(
      `error: there is no record ${typed} [record_missing]\n  try: did you mean ${caution.id}? \`assay knowledge list --all\` lists every record\n`,
    );
  });
});

describe("check", () => {
  test("L-014 a supersession that stands at one end only is a problem, whichever end that is", async () => {
    const { old, next } = linked();
    keep(old, next);
    const whole = await assay(["check"], { cwd: folder });
    expect(whole).toEqual({
      status: 0,
      stderr: "",
      stdout: "ok  2 files, no base: what a change did was not judged\n",
    });
    for (const [half, key] of [
      [[old, samplePair().next], "superseded_by"],
      [[samplePair().old, next], "supersedes"],
    ] as const) {
      keep(...half);
      const { status, document } = await asJson(["check"]);
      expect({ status, result: document.result }).toEqual({ status: 1, result: "problems" });
      const [named] = half.filter((record) => record[key] !== undefined);
      expect(document.problems).toMatchObject([{ file: fileOf(named!), key, fix: expect.any(String) }]);
    }
  });

  test("against a base: what the branch removed or took to a status that is not allowed, and no more", async () => {
    const { old, next } = linked();
    keep(old, next, caution);
    await commit();
    await git("checkout --quiet -b work");
    expect(await asJson(["check", "--base", "main"])).toMatchObject({
      status: 0,
      document: { result: "ok", checked: 3, base: { reference: "main", files: 3 }, problems: [] },
    });
    rmSync(join(folder, fileOf(caution)));
    keep(samplePair().old, samplePair().next);
    const { status, document } = await asJson(["check", "--base", "main"]);
    expect(status).toBe(1);
    expect(document.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ file: fileOf(caution), message: "the record was removed" }),
        expect.objectContaining({ file: fileOf(old), key: "status" }),
        expect.objectContaining({ file: fileOf(next), key: "supersedes" }),
      ]),
    );
    const text = await assay(["check", "--base", "main"], { cwd: folder });
    expect(text).toMatchObject({ status: 1, stderr: "" });
    expect(text.stdout).toContain("the record was removed");
  });

  test("what came to the base after the branch left it is not the branch's doing", async () => {
    keep(caution);
    await commit();
    await git("branch work");
    keep(sampleRecord());
    await commit();
    await git("checkout --quiet work");
    expect((await asJson(["check", "--base", "main"])).document).toMatchObject({
      result: "ok",
      checked: 1,
      base: { files: 1 },
    });
  });

  test("a base that is unknown, or that a shallow clone lacks, names the way to fetch it", async () => {
    keep(caution);
    await commit();
    await git("checkout --quiet -b work");
    await commit("work");
    await git("checkout --quiet main");
    await commit("main");
    await git(`clone --quiet --depth 1 --no-single-branch "file://${folder}" shallow`);
    const shallow = join(folder, "shallow");
    for (const [base, cwd] of [
      ["origin/work", shallow],
      ["nowhere", folder],
      ["--output=planted", folder],
    ] as const) {
      const failed = await assay(["check", `--base=${base}`], { cwd });
      expect({ ...failed, stderr: "" }, base).toEqual({ status: 2, stdout: "", stderr: "" });
      expect(failed.stderr).toMatch(/\[base_missing\]\n {2}try: .*fetch-depth: 0/);
    }
  });

  test("a base without git is an outage, not an answer", async () => {
    keep(caution);
    const { status, stdout, stderr } = await assay(["check", "--base", "HEAD"], {
      cwd: folder,
      env: { PATH: "/nowhere" },
    });
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toMatch(/^unavailable: git cannot be asked \(ENOENT\) \[git_unavailable\]\n {2}try: /);
  });

  test("reads a base of more bytes than a pipe holds, and names of any script", async () => {
    const records = Array.from({ length: 300 }, (_, at) =>
      sampleRecord({
        id: sampleId("fact", at + 10),
        anchors: [`page:/seite-${at}`],
        claim: `Seite ${at} heißt „Übersicht“. ${"合計 ".repeat(100)}`.trim(),
      }),
    );
    keep(...records);
    put(".assay/knowledge/notes — übrig.txt", "kein Eintrag\n");
    await commit();
    expect(await asJson(["check", "--base", "HEAD"])).toMatchObject({
      status: 0,
      document: { checked: 300, base: { files: 300 } },
    });
    rmSync(join(folder, fileOf(records[299]!)));
    const { document } = await asJson(["check", "--base", "HEAD"]);
    expect(document.problems).toMatchObject([{ file: fileOf(records[299]!), line: 1, key: null }]);
    expect(document.problems).toHaveLength(1);
  });
});

describe("what stands among the records and is none", () => {
  test("is named by check, but for a README", async () => {
    keep(caution);
    put(".assay/knowledge/README.md", "What we know.\n");
    put(".assay/knowledge/checkout/notes.md", "never read\n");
    const { status, document } = await asJson(["check"]);
    expect(status).toBe(1);
    expect(document).toMatchObject({ result: "problems", checked: 1 });
    expect(document.problems.map(({ file }: { file: string }) => file)).toEqual([
      ".assay/knowledge/checkout/notes.md",
    ]);
  });
});
