import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import type { KnowledgeRecord } from "../../knowledge/record/record.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { appendConfirmation, appendRun } from "../contracts/journal.contract.ts";
import { assay, shell } from "../support/run-assay.ts";
import { sampleId, samplePath, sampleRecord } from "../support/sample-record.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { tickingClock } from "../support/ticking-clock.ts";

let folder: string;
beforeEach(async () => {
  folder = realpathSync(temporaryFolder());
  const { status } = await shell("git init --quiet --initial-branch=main", { cwd: folder });
  expect(status).toBe(0);
});

const INDEX = ".assay/local/index.db";
const fileOf = (record: KnowledgeRecord) => `.assay/knowledge/${samplePath(record)}`;
const RECORDS = Array.from({ length: 60 }, (_, n) =>
  sampleRecord({
    id: sampleId("fact", n + 1),
    anchors: [`page:/p${n % 7}`],
    claim: `Page ${n} has a button.`,
  }),
);

function keep(...records: readonly KnowledgeRecord[]): void {
  for (const record of records) {
    mkdirSync(dirname(join(folder, fileOf(record))), { recursive: true });
    writeFileSync(join(folder, fileOf(record)), writeRecordFile(record));
  }
}

async function asJson(...args: readonly string[]) {
  const { status, stdout, stderr } = await assay([...args, "--json"], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("what lists say", () => {
  test("L-010 an edit by hand is seen at once, by every command, and the index never takes it back", async () => {
    keep(...RECORDS);
    const [one] = RECORDS;
    await asJson("knowledge", "list");
    const edited = { ...one!, claim: "Page 0 has a switch." };
    keep(edited);
    for (let look = 0; look < 2; look++) {
      expect(await asJson("knowledge", "search", "switch")).toMatchObject({
        records: [{ id: edited.id }],
        total: 1,
      });
      const list = await asJson("knowledge", "list", "--limit", "1");
      expect(list.records).toMatchObject([{ claim: edited.claim }]);
      expect(await asJson("knowledge", "show", edited.id)).toMatchObject({ claim: edited.claim });
    }
    rmSync(join(folder, fileOf(edited)));
    expect(await asJson("knowledge", "list")).toMatchObject({ total: RECORDS.length - 1 });
  });

  test("deleting the index changes nothing, and git does not see it", async () => {
    keep(...RECORDS);
    const all = ["knowledge", "list", "--limit", "0"];
    const first = await asJson(...all);
    expect(existsSync(join(folder, INDEX))).toBe(true);
    expect(await asJson(...all)).toEqual(first);
    for (const damage of [
      () => rmSync(join(folder, INDEX)),
      () => writeFileSync(join(folder, INDEX), "no index"),
      () => rmSync(join(folder, ".assay/local"), { recursive: true }),
    ]) {
      damage();
      expect(await asJson(...all)).toEqual(first);
    }
    const { stdout } = await shell("git status --porcelain --untracked-files=all", { cwd: folder });
    expect(stdout).not.toContain("local");
  });

  test("L-003 a page is a part of the whole answer, under every filter, and says how much there is", async () => {
    keep(...RECORDS);
    const whole = await asJson("knowledge", "list", "--limit", "0");
    expect(whole).toMatchObject({ total: 60, problems: [] });
    const page = await asJson("knowledge", "list");
    expect(page).toMatchObject({ total: 60, records: whole.records.slice(0, 50) });
    const rest = await asJson("knowledge", "list", "--offset", "50");
    expect([...page.records, ...rest.records]).toEqual(whole.records);
    const about = ["--anchor", "page:/p3", "--limit", "2", "--offset", "1"];
    const expected = whole.records.filter(({ anchors }: { anchors: string[] }) =>
      anchors.includes("page:/p3"),
    );
    for (const ask of [["list"], ["search", "button"]]) {
      const found = await asJson("knowledge", ...ask, ...about);
      expect(found).toMatchObject({ total: expected.length, records: expected.slice(1, 3) });
    }
    const { stdout } = await assay(["knowledge", "list"], { cwd: folder });
    expect(stdout).toMatch(/\n50 of 60 records; --limit N shows more, --offset N what follows\n$/);
    const all = await assay(["knowledge", "list", "--limit", "0"], { cwd: folder });
    expect(all.stdout).toMatch(/\n60 records\n$/);
  });

  test("processes that begin together without an index all give the whole answer", async () => {
    keep(...RECORDS);
    for (let round = 0; round < 2; round++) {
      rmSync(join(folder, INDEX), { force: true });
      const answers = await Promise.all(
        [1, 2, 3].map(() => asJson("knowledge", "list", "--limit", "0", "--all")),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0].total).toBe(60);
    }
  });
});

describe("knowledge history", () => {
  test("tells what runs did, oldest first, and show counts the confirmations", async () => {
    const [one, other] = RECORDS;
    keep(one!, other!);
    const { id } = one!;
    const shown = await asJson("knowledge", "show", id);
    expect(shown.confirmations).toEqual({ count: 0, last: null });
    const empty = await assay(["knowledge", "history", id], { cwd: folder });
    expect(empty.stdout).toBe(`${id}\n\nthe ledger of this repository tells nothing of it\n`);

    const ledger = sqliteLedger(join(folder, ".git/assay/ledger.db"), tickingClock());
    await appendConfirmation(ledger, "r3", 20, id);
    await appendRun(ledger, "r1", 2, {
      journal: [
        {
          op: "Add",
          record: id,
          source: "template",
          outcome: "applied",
          reason: null,
          before: null,
          after: "d1",
          candidate: "c",
        },
      ],
    });
    await appendConfirmation(ledger, "r2", 9, id);
    await ledger.close();

    for (let look = 0; look < 2; look++) {
      const history = await asJson("knowledge", "history", id);
      expect(history).toMatchObject({
        kind: "record-history",
        id,
        confirmations: { count: 2, last: "2026-01-20T08:00:00.000Z" },
        events: [
          { what: "Add", run: "r1", by: "template", confirmations: 0, after: "d1" },
          { what: "Confirm", run: "r2", confirmations: 1 },
          { what: "Confirm", run: "r3", confirmations: 2 },
        ],
      });
      rmSync(join(folder, ".git/assay/journal.db"));
    }
    expect(await asJson("knowledge", "show", id)).toMatchObject({
      confirmations: { count: 2, last: "2026-01-20T08:00:00.000Z" },
    });
    const text = await assay(["knowledge", "show", id], { cwd: folder });
    expect(text.stdout).toMatch(/^confirmations +2 runs, last 2026-01-20 08:00 UTC, \d+d ago$/m);
    rmSync(join(folder, fileOf(one!)));
    const gone = await assay(["knowledge", "history", id], { cwd: folder });
    expect(gone.stdout).toMatch(
      /\n {2}added in run r1, written by a template\n[\s\S]*confirmed [^\n]*2 by now\n\nconfirmed by 2 runs, last 2026-01-20 08:00 UTC, \d+d ago\n$/,
    );
    const unknown = await assay(["knowledge", "history", "fact_nobody", "--json"], { cwd: folder });
    expect(unknown.status).toBe(2);
    expect(JSON.parse(unknown.stdout).error.code).toBe("record_missing");
  });
});
