import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { writeProposalFile } from "../../knowledge/learn/proposal-file.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { treeIn } from "../support/learning-tree.ts";
import { fileOf, type PersonTree, personTree } from "../support/person-tree.ts";
import { assay } from "../support/run-assay.ts";
import { click, runText } from "../support/run-text.ts";
import { sampleActive, sampleProposal, sampleProposalFile } from "../support/sample-proposal.ts";

let tree: PersonTree;
beforeEach(async () => {
  tree = await personTree();
});
const CI = { CI: "true" };

describe("proposals", () => {
  test("L-004 applying one supersedes what it corrects, on both ends, and the receipt lists it: L-014", async () => {
    tree.keep(sampleActive);
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    const shown = await tree.asJson(["proposal", "show", "prop_01"]);
    expect(shown.document).toMatchObject({
      claim: sampleProposal.claim,
      record: { id: sampleActive.id, claim: sampleActive.claim },
    });
    const plan = await tree.asJson(["proposal", "apply", sampleProposal.id, "--dry-run"]);
    expect(plan.document).toMatchObject({ result: "planned", removed: [sampleProposalFile] });
    expect(existsSync(join(tree.folder, sampleProposalFile))).toBe(true);

    const { status, document } = await tree.asJson(["proposal", "apply", sampleProposal.id, "--yes"]);
    expect(status).toBe(0);
    const next = document.changes.find(({ record }: { record: string }) => record !== sampleActive.id);
    expect(document).toMatchObject({
      result: "done",
      removed: [sampleProposalFile],
      changes: expect.arrayContaining([
        expect.objectContaining({
          record: sampleActive.id,
          from: "active",
          to: "superseded",
          supersededBy: next.record,
        }),
        expect.objectContaining({
          from: null,
          to: "active",
          claim: sampleProposal.claim,
          supersedes: sampleActive.id,
        }),
      ]),
    });
    expect(existsSync(join(tree.folder, sampleProposalFile))).toBe(false);
    expect((await tree.asJson(["check"])).document).toMatchObject({ result: "ok", checked: 2 });
    expect(await tree.eventsOf(sampleActive)).toContainEqual(expect.objectContaining({ what: "apply" }));
  });

  test("one that was killed after its write is finished by doing it again, and told once", async () => {
    tree.keep(sampleActive);
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    await tree.asJson(["proposal", "apply", sampleProposal.id, "--yes"]);
    const before = await tree.git("status --porcelain -uall .assay/knowledge");
    // As a kill between the records and the proposal leaves it.
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    const again = await tree.asJson(["proposal", "apply", sampleProposal.id, "--yes"]);
    expect(again).toMatchObject({
      status: 0,
      document: { result: "done", changes: [], removed: [sampleProposalFile] },
    });
    expect(existsSync(join(tree.folder, sampleProposalFile))).toBe(false);
    expect(await tree.git("status --porcelain -uall .assay/knowledge")).toBe(before);
    expect(
      (await tree.eventsOf(sampleActive)).filter(({ what }: { what: string }) => what === "apply"),
    ).toHaveLength(1);
  });

  test("L-008 one whose record is gone is refused, and nothing is written", async () => {
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    const { status, document } = await tree.asJson(["proposal", "apply", sampleProposal.id, "--yes"]);
    expect({ status, result: document.result }).toEqual({ status: 1, result: "refused" });
    expect(document.refused).toMatchObject([
      { id: sampleProposal.id, why: expect.stringContaining(sampleActive.id) },
    ]);
    expect(tree.textOf(sampleProposalFile)).toBe(writeProposalFile(sampleProposal));
    expect(existsSync(join(tree.folder, ".assay/knowledge"))).toBe(false);
  });

  test("K-072 what CI proposed of a record is applied by a person alone, in CI as well", async () => {
    const team = treeIn(tree.folder);
    const pay = (to: string) =>
      runText([{ name: "pays", steps: [click("Pay", "/cart", { urlAfter: `https://shop.example${to}` })] }]);
    await team.ingest(pay("/paid"), ["--at", "2026-01-01T10:00:00Z"]);
    const [old] = await team.records();
    const before = team.bytes();
    await team.ingest(pay("/thanks"), ["--at", "2026-01-02T10:00:00Z"], CI);
    const [added = "", ...more] = Object.keys(team.bytes()).filter((path) => !(path in before));
    expect(added).toMatch(/^\.assay\/proposals\/prop_/);
    expect(more).toEqual([]);
    for (const [path, text] of Object.entries(before)) expect(team.read(path)).toBe(text);
    const { document } = await tree.asJson(["proposal", "list"]);
    const [{ id }] = document.proposals;
    expect((await tree.asJson(["proposal", "apply", id, "--yes"], CI)).document.result).toBe("done");
    const records = await team.records();
    expect(records).toHaveLength(2);
    expect(records).toContainEqual(expect.objectContaining({ id: old?.id, status: "superseded" }));
    expect(records).toContainEqual(
      expect.objectContaining({
        status: "active",
        supersedes: old?.id,
        claim: expect.stringContaining("/thanks"),
      }),
    );
    expect((await tree.asJson(["check"])).document.problems).toEqual([]);
  });

  test("a dropped one leaves the record as it is; the reason is kept", async () => {
    tree.keep(sampleActive);
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    const dropped = await tree.asJson([
      "proposal",
      "drop",
      sampleProposal.id,
      "--reason",
      "the old text is right",
      "--yes",
    ]);
    expect(dropped.document).toMatchObject({ result: "done", changes: [], removed: [sampleProposalFile] });
    expect(existsSync(join(tree.folder, sampleProposalFile))).toBe(false);
    expect(tree.textOf(fileOf(sampleActive))).toBe(writeRecordFile(sampleActive));
    expect(await tree.eventsOf(sampleActive)).toMatchObject([
      { what: "drop", reason: "the old text is right" },
    ]);
  });

  test("a file that cannot be read hides no other, is named by list and check, and can be dropped", async () => {
    tree.keep(sampleActive);
    tree.put(sampleProposalFile, writeProposalFile(sampleProposal));
    const bad = "prop_01KDVDNA010000000000000002";
    tree.put(`.assay/proposals/${bad}.yaml`, "op: Rumour\n");
    tree.put(".assay/proposals/notes.yaml", "a\n");
    const { document } = await tree.asJson(["proposal", "list"]);
    expect(document.proposals).toMatchObject([{ id: sampleProposal.id, op: "Supersede", reason: "ci-mode" }]);
    const files = new Set(document.problems.map(({ file }: { file: string }) => file));
    expect([...files].sort()).toEqual([`.assay/proposals/notes.yaml`, `.assay/proposals/${bad}.yaml`]);
    const checked = await tree.asJson(["check"]);
    expect(checked).toMatchObject({ status: 1, document: { checked: 4 } });
    expect(checked.document.problems).toEqual(document.problems);
    const { stdout } = await assay(["proposal", "list"], { cwd: tree.folder });
    expect(stdout).toContain("1 proposal, 2 files that cannot be read\n");
    expect((await tree.asJson(["proposal", "drop", bad, "--yes"])).document.result).toBe("done");
    const missing = await assay(["proposal", "apply", "prop_9", "--yes"], { cwd: tree.folder });
    expect(missing).toMatchObject({ status: 2, stderr: expect.stringContaining("[proposal_missing]") });
  });
});
