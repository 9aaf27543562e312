import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { assayInTerminal } from "../support/assay-terminal.ts";
import { fileOf, PERSON, type PersonTree, personTree } from "../support/person-tree.ts";
import { assay, shell } from "../support/run-assay.ts";
import { sampleActive } from "../support/sample-proposal.ts";
import { sampleId, sampleRecord } from "../support/sample-record.ts";

let tree: PersonTree;
beforeEach(async () => {
  tree = await personTree();
});

const fact = sampleRecord();
const CI = { CI: "true" };

describe("ruling over records", () => {
  test("K-075 accept, reject and forget do the same locally and in CI, byte for byte", async () => {
    const results: string[][] = [];
    for (const env of [{}, CI]) {
      const [one, two, three] = [
        fact,
        sampleRecord({ id: sampleId("fact", 3), claim: "Another." }),
        sampleActive,
      ];
      tree.keep(one, two, three);
      expect(await tree.asJson(["knowledge", "accept", one.id, "--yes"], env)).toMatchObject({ status: 0 });
      expect(
        await tree.asJson(["knowledge", "reject", two.id, "--yes", "--reason", "no"], env),
      ).toMatchObject({
        status: 0,
      });
      expect(await tree.asJson(["knowledge", "forget", three.id, "--yes"], env)).toMatchObject({ status: 0 });
      expect(await tree.recordAt(one)).toMatchObject({
        status: "active",
        promotion: { path: "user-sovereign", by: PERSON },
      });
      expect(await tree.recordAt(two)).toMatchObject({
        status: "deprecated",
        ruled: { act: "reject", reason: "no" },
      });
      expect(await tree.recordAt(three)).toMatchObject({ status: "deprecated", ruled: { act: "forget" } });
      results.push(
        [one, two, three].map((record) => tree.textOf(fileOf(record)).replace(/20\d\d-1[^,}]*Z/g, "T")),
      );
    }
    expect(results[0]).toEqual(results[1]);
  });

  test("L-015 the receipt names what is on the disk, by digest, and the ledger tells the same", async () => {
    tree.keep(fact);
    const { document } = await tree.asJson(["knowledge", "accept", fact.id, "--yes", "--reason", "seen it"]);
    const sha = (text: string) => createHash("sha256").update(text).digest("hex");
    const [before, after] = [sha(writeRecordFile(fact)), sha(tree.textOf(fileOf(fact)))];
    expect(document).toMatchObject({
      kind: "receipt",
      result: "done",
      by: PERSON,
      changes: [{ record: fact.id, from: "candidate", to: "active", file: fileOf(fact), before, after }],
    });
    expect(await tree.eventsOf(fact)).toMatchObject([
      { what: "accept", by: PERSON, outcome: "applied", reason: "seen it", before, after },
    ]);
  });

  test("the same again changes nothing and is told once", async () => {
    tree.keep(fact);
    await tree.asJson(["knowledge", "accept", fact.id, "--yes"]);
    const text = tree.textOf(fileOf(fact));
    const again = await assay(["knowledge", "accept", fact.id, "--yes"], { cwd: tree.folder });
    expect(again).toEqual({ status: 0, stderr: "", stdout: "unchanged  it is so already\n" });
    expect(tree.textOf(fileOf(fact))).toBe(text);
    expect(await tree.eventsOf(fact)).toHaveLength(1);
  });

  test("an act whose ledger entry a kill prevented is told when it is done again", async () => {
    tree.keep(fact);
    await tree.asJson(["knowledge", "accept", fact.id, "--yes"]);
    const text = tree.textOf(fileOf(fact));
    await shell("rm -rf .git/assay", { cwd: tree.folder });
    tree.put(fileOf(fact), text);
    expect((await tree.asJson(["knowledge", "accept", fact.id, "--yes"])).document.result).toBe("unchanged");
    expect(await tree.eventsOf(fact)).toMatchObject([{ what: "accept" }]);
  });

  test("with a ledger that cannot be used nothing is written", async () => {
    tree.keep(fact);
    tree.put(
      ".git/assay/ledger.db",
      "no database, and long enough to be taken for the header of one. ".repeat(9),
    );
    const { status, stdout, stderr } = await assay(["knowledge", "forget", fact.id, "--yes"], {
      cwd: tree.folder,
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("[ledger_corrupt]");
    expect(tree.textOf(fileOf(fact))).toBe(writeRecordFile(fact));
  });

  test("L-008 with one id that is unknown or may not be ruled so, nothing is written and it ends with no", async () => {
    tree.keep(fact, sampleActive);
    const before = [tree.textOf(fileOf(fact)), tree.textOf(fileOf(sampleActive))];
    const unknown = await assay(["knowledge", "accept", fact.id, "fact_01NOTTHERE", "--yes"], {
      cwd: tree.folder,
    });
    expect({ status: unknown.status, stdout: unknown.stdout }).toEqual({ status: 2, stdout: "" });
    expect(unknown.stderr).toContain("[record_missing]");
    const refused = await tree.asJson(["knowledge", "reject", fact.id, sampleActive.id, "--yes"]);
    expect(refused).toMatchObject({
      status: 1,
      document: {
        result: "refused",
        changes: [],
        refused: [{ id: sampleActive.id, recover: expect.any(String) }],
      },
    });
    expect([tree.textOf(fileOf(fact)), tree.textOf(fileOf(sampleActive))]).toEqual(before);
  });

  test("of two acts at once on one record, one is done and the other is told to look again", async () => {
    tree.keep(fact);
    const late = await assayInTerminal(["knowledge", "accept", fact.id], {
      cwd: tree.folder,
      answers: [
        [
          "[y/N]",
          async () => {
            const first = await tree.asJson(["knowledge", "forget", fact.id, "--yes"]);
            expect(first.document.result).toBe("done");
            return "y\r";
          },
        ],
      ],
    });
    expect(late.status).toBe(2);
    expect(late.screen).toMatch(/\[record_changed\]\n {2}try: nothing was written; look again/);
    expect(await tree.recordAt(fact)).toMatchObject({ status: "deprecated", ruled: { act: "forget" } });
    expect(await tree.eventsOf(fact)).toMatchObject([{ what: "forget" }]);
  });

  test("without a terminal nothing is asked and nothing is done; the error names the flags", async () => {
    tree.keep(fact);
    const { status, stdout, stderr } = await assay(["knowledge", "forget", fact.id], {
      cwd: tree.folder,
      input: "y\n",
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/\[confirmation_needed\]\n {2}try: `assay knowledge forget --dry-run`.*--yes/);
    expect(tree.textOf(fileOf(fact))).toBe(writeRecordFile(fact));
  });

  test("in a terminal it shows file and effect, and only a yes does it", async () => {
    tree.keep(fact);
    for (const no of ["\r", "n\r", "\u0004"]) {
      const said = await assayInTerminal(["knowledge", "accept", fact.id], {
        cwd: tree.folder,
        answers: [["[y/N]", () => no]],
      });
      expect(said.status).toBe(1);
      expect(said.screen).toContain("candidate → active");
      expect(said.screen.replaceAll("\n", "")).toContain(fileOf(fact));
      expect(said.screen).toContain("nothing was changed");
      expect(tree.textOf(fileOf(fact))).toBe(writeRecordFile(fact));
    }
    const said = await assayInTerminal(["knowledge", "accept", fact.id], {
      cwd: tree.folder,
      answers: [["[y/N]", () => "y\r"]],
    });
    expect(said.status).toBe(0);
    expect(await tree.recordAt(fact)).toMatchObject({ status: "active" });
  });
});
