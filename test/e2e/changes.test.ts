import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type ProposalFile, writeProposalFile } from "../../knowledge/learn/proposal-file.ts";
import type { KnowledgeRecord } from "../../knowledge/record/record.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { type LearningTree, learningTree, treeIn } from "../support/learning-tree.ts";
import { fileOf, PERSON, type PersonTree, personTree } from "../support/person-tree.ts";
import { click, runText, type ToldStep, type ToldTest } from "../support/run-text.ts";
import { sampleActive, sampleProposal, sampleProposalFile } from "../support/sample-proposal.ts";
import { sampleId, sampleRecord } from "../support/sample-record.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const day = (number: number) => ["--at", `2026-01-${String(number).padStart(2, "0")}T10:00:00Z`];
const moved = (to: string): ToldStep => click("Pay", "/cart", { urlAfter: `https://shop.example${to}` });
const pays = (steps: readonly ToldStep[], durationMs = 5, name = "pays") =>
  runText([{ name, steps, durationMs }]);

const pathOf = (tree: LearningTree, { id }: KnowledgeRecord) =>
  Object.keys(tree.bytes()).find((path) => path.endsWith(`/${id}.md`)) ?? "";
const proposalsOf = async (tree: LearningTree) =>
  (await tree.json(["proposal", "list"])).document.proposals as readonly Record<string, unknown>[];

async function learnedOnce(steps: readonly ToldStep[]) {
  const tree = await learningTree();
  await tree.ingest(pays(steps), day(1));
  const [record, ...others] = await tree.records();
  if (record === undefined || others.length > 0) throw new Error("not one record");
  return { tree, record, path: pathOf(tree, record) };
}

describe("a change that a proposal keeps", () => {
  let tree: PersonTree;
  beforeEach(async () => {
    tree = await personTree();
  });

  async function apply(change: Partial<ProposalFile>) {
    tree.put(sampleProposalFile, writeProposalFile({ ...sampleProposal, ...change }));
    return tree.asJson(["proposal", "apply", sampleProposal.id, "--yes"]);
  }

  test("K-035 Deprecate retires the record, by the person who carried it out, and it is not served", async () => {
    tree.keep(sampleActive);
    const { document } = await apply({ op: "Deprecate", claim: "The cart was taken out." });
    expect(document).toMatchObject({
      result: "done",
      changes: [{ record: sampleActive.id, from: "active", to: "deprecated" }],
      removed: [sampleProposalFile],
    });
    expect(await tree.recordAt(sampleActive)).toMatchObject({
      status: "deprecated",
      claim: sampleActive.claim,
      ruled: { act: "forget", by: PERSON, reason: "The cart was taken out." },
    });
    expect((await tree.asJson(["knowledge", "search", "cart"])).document.records).toEqual([]);
    expect((await tree.asJson(["check"])).document.result).toBe("ok");
  });

  test("K-036 MintUnknown adds an open question, and the record that it doubts stays as it is", async () => {
    tree.keep(sampleActive);
    const question = "Does the cart still empty after a purchase?";
    const { document } = await apply({ op: "MintUnknown", claim: question });
    expect(document).toMatchObject({
      result: "done",
      changes: [{ from: null, to: "open", claim: question }],
    });
    const [{ record: id }] = document.changes;
    expect(id).toMatch(/^unk_/);
    expect(tree.textOf(fileOf(sampleActive))).toBe(writeRecordFile(sampleActive));
    const inbox = (await tree.asJson(["inbox"])).document;
    expect(inbox.needsYou).toMatchObject([{ kind: "question", id, text: question }]);
    expect((await tree.asJson(["check"])).document.result).toBe("ok");
  });

  test.each(["Confirm", "Supersede", "Deprecate"] as const)(
    "K-044 a %s of a record that is not there is refused, and nothing is written",
    async (op) => {
      const { status, document } = await apply({ op });
      expect({ status, result: document.result }).toEqual({ status: 1, result: "refused" });
      expect(document.refused).toMatchObject([
        { code: "record-missing", why: `there is no record ${sampleActive.id}` },
      ]);
      expect(existsSync(join(tree.folder, ".assay/knowledge"))).toBe(false);
      expect(existsSync(join(tree.folder, sampleProposalFile))).toBe(true);
    },
  );

  test.each(["Confirm", "Supersede", "Deprecate"] as const)(
    "K-045 a %s of a record about something else is refused, and nothing is written",
    async (op) => {
      tree.keep(sampleActive);
      const candidate = { ...sampleProposal.candidate, anchors: ["page:/orders", "page:/cart"] };
      const { status, document } = await apply({ op, candidate });
      expect({ status, result: document.result }).toEqual({ status: 1, result: "refused" });
      expect(document.refused).toMatchObject([
        { code: "anchors-disagree", why: `${sampleActive.id} is about page:/cart, not about page:/orders` },
      ]);
      expect(tree.textOf(fileOf(sampleActive))).toBe(writeRecordFile(sampleActive));
    },
  );

  test("K-052 K-065 a procedure is not made active, by accept or by a proposal, and its file stays", async () => {
    const { type: _, ...fact } = sampleRecord();
    const procedure = { ...fact, id: sampleId("procedure", 4), kind: "procedure" } as const;
    tree.keep(procedure);
    const { status, document } = await tree.asJson(["knowledge", "accept", procedure.id, "--yes"]);
    expect({ status, result: document.result }).toEqual({ status: 1, result: "refused" });
    expect(document.refused).toMatchObject([{ id: procedure.id, recover: expect.any(String) }]);
    const claim = procedure.claim;
    const anchors = procedure.anchors;
    await apply({
      op: "Confirm",
      record: procedure.id,
      candidate: { ...sampleProposal.candidate, claim, anchors },
    });
    expect(tree.textOf(fileOf(procedure))).toBe(writeRecordFile(procedure));
    const promotion = `promotion: {path: user-sovereign, at: 2026-01-11T08:00:00.000Z, by: Ada}`;
    const text = tree.textOf(fileOf(procedure));
    const active = text.replace("status: candidate", `status: active\n${promotion}`);
    tree.put(fileOf(procedure), active);
    expect((await tree.asJson(["check"])).document.problems).toMatchObject([
      { message: expect.stringContaining("a procedure is never active") },
    ]);
  });
});

describe("what learning may do to a record", () => {
  test("K-043 what the template wrote says so, and keeps it through promotion, confirmation and a person's yes", async () => {
    const { tree, record } = await learnedOnce([click("Pay")]);
    expect(record).toMatchObject({ status: "active", curated_by: "template" });
    await tree.ingest(pays([click("Pay")], 6), day(2));
    expect((await tree.assay(["knowledge", "accept", record.id, "--yes"])).status).toBe(0);
    expect(await tree.records()).toMatchObject([
      { curated_by: "template", promotion: { path: "user-sovereign" } },
    ]);
    await tree.ingest(pays([click("Pay")], 7), day(3));
    expect(await tree.records()).toMatchObject([{ curated_by: "template" }]);
    const worded = ["knowledge", "edit", record.id, "--claim", "The button Pay pays.", "--yes"];
    expect(await tree.assay(worded)).toMatchObject({ status: 0 });
    expect(await tree.records()).toMatchObject([{ curated_by: "person" }]);
  });

  test("K-047 it never retires an active record, however long it is not seen; a person can", async () => {
    const { tree, record, path } = await learnedOnce([moved("/paid")]);
    await tree.git("add .assay && git commit --quiet -m learned");
    const text = tree.read(path);
    const failed: ToldTest = {
      name: "pays",
      outcome: "failed",
      failure: "expected the button Pay to be there",
      steps: [click("Pay", "/cart", { matched: 0, check: "failed" })],
    };
    for (const number of [2, 3]) await tree.ingest(runText([{ ...failed, durationMs: number }]), day(number));
    await tree.ingest(pays([click("Leave")], 9), day(4));
    expect(tree.read(path)).toBe(text);
    expect(await proposalsOf(tree)).toEqual([]);

    const retired = text.replace("status: active", "status: deprecated");
    tree.put(path, retired);
    const judged = async (by: string) =>
      (await tree.json(["check", "--base", "HEAD", "--by", by])).document.problems.filter(
        ({ file }: { file: string }) => file === path,
      );
    expect(await judged("local")).toMatchObject([
      { message: "only a person takes a record from active to deprecated" },
    ]);
    expect(await judged("ci")).toMatchObject([
      { message: "CI may not take a record from active to deprecated" },
    ]);
    expect(await judged("person")).toEqual([]);
    tree.put(path, text);
    expect((await tree.assay(["knowledge", "forget", record.id, "--yes"])).status).toBe(0);
    expect(await judged("person")).toEqual([]);
    expect((await tree.records()).find(({ id }) => id === record.id)).toMatchObject({ status: "deprecated" });
  });

  test("L-005 what is superseded is of the same anchor and kind: a neighbour that says the same stays", async () => {
    const { tree, record } = await learnedOnce([moved("/paid")]);
    const neighbours = [
      click("Pay", "/orders", { urlAfter: "https://shop.example/paid" }),
      click("Leave", "/cart", { urlAfter: "https://shop.example/paid" }),
      click("Pay", "/cart"),
    ];
    await tree.ingest(pays([moved("/paid"), ...neighbours], 6), day(2));
    const before = tree.bytes();
    await tree.ingest(pays([moved("/thanks"), ...neighbours], 7), day(3));
    const superseded = (await tree.records()).filter(({ status }) => status === "superseded");
    expect(superseded.map(({ id }) => id)).toEqual([record.id]);
    const after = tree.bytes();
    const touched = Object.keys(before).filter((path) => before[path] !== after[path]);
    expect(touched).toEqual([pathOf(tree, record)]);
  });

  test("L-006 no validity is written that is empty or inverted: a run of the past supersedes nothing", async () => {
    const { tree, path } = await learnedOnce([moved("/paid")]);
    const text = tree.read(path);
    await tree.ingest(pays([moved("/same")], 6), day(1));
    await tree.ingest(pays([moved("/before")], 7), ["--at", "2025-12-31T10:00:00Z"]);
    expect(tree.read(path)).toBe(text);
    expect((await tree.records()).filter(({ status }) => status === "active")).toHaveLength(1);
    expect((await tree.assay(["check"])).status).toBe(0);
  });

  test("L-006 a validity that a hand inverted is named by check and by doctor, with the file", async () => {
    const { tree, path } = await learnedOnce([moved("/paid")]);
    await tree.ingest(pays([moved("/thanks")], 6), day(2));
    const end = "superseded_at: 2026-01-02T10:00:00.000Z";
    expect(tree.read(path)).toContain(end);
    tree.put(path, tree.read(path).replace(end, "superseded_at: 2025-01-02T10:00:00.000Z"));
    const checked = await tree.json(["check"]);
    expect(checked.status).toBe(1);
    expect(checked.document.problems).toContainEqual(
      expect.objectContaining({ file: path, message: expect.stringContaining("inverted") }),
    );
    const { document } = await tree.json(["doctor"]);
    expect(document.checks).toContainEqual(
      expect.objectContaining({
        id: "records",
        state: "warn",
        found: expect.stringContaining(path),
        mend: expect.stringContaining("assay check"),
      }),
    );
  });

  test("L-014 a link that stands at one end only is named by doctor, whichever end that is", async () => {
    const { tree, record } = await learnedOnce([moved("/paid")]);
    await tree.ingest(pays([moved("/thanks")], 6), day(2));
    const next = (await tree.records()).find(({ supersedes }) => supersedes === record.id) as KnowledgeRecord;
    const doctor = async () =>
      (await tree.json(["doctor"])).document.checks.find(({ id }: { id: string }) => id === "records");
    expect(await doctor()).toMatchObject({ state: "ok" });
    const [old, young] = [pathOf(tree, record), pathOf(tree, next)];
    const texts = { [old]: tree.read(old), [young]: tree.read(young) };
    for (const [path, key] of [
      [young, "supersedes"],
      [old, "superseded_by"],
    ] as const) {
      tree.put(path, (texts[path] ?? "").replace(new RegExp(`^${key}: .*\\n`, "m"), ""));
      expect(await doctor()).toMatchObject({ state: "warn", found: expect.stringMatching(/supersed/) });
      tree.put(path, texts[path] ?? "");
    }
  });

  test("L-007 a plain rule does not replace one that names an exception: it is proposed", async () => {
    const { tree, record, path } = await learnedOnce([moved("/paid")]);
    const narrow = `${record.claim.replace(/\.$/, "")}, except for an empty cart.`;
    // A model words freely; what a person adds is theirs, and not superseded at all.
    const worded = tree.read(path).replace("curated_by: template", "curated_by: model");
    tree.put(path, worded.replace(record.claim, narrow));
    const text = tree.read(path);
    await tree.ingest(pays([moved("/paid")], 6), day(2));
    expect(tree.read(path)).toBe(text);
    expect(await proposalsOf(tree)).toEqual([]);
    const finished = await tree.ingest(pays([moved("/thanks")], 7), day(3));
    expect(finished.stderr).toMatch(/superseded 0, deprecated 0, proposed 1/);
    expect(tree.read(path)).toBe(text);
    expect(await proposalsOf(tree)).toMatchObject([
      { op: "Supersede", reason: "drops-an-exception", record: { id: record.id, claim: narrow } },
    ]);
    expect(await tree.records()).toHaveLength(1);
  });
});

describe("what teaches nothing", () => {
  const taught = async (...tests: readonly ToldTest[]) => {
    const tree = await learningTree();
    await tree.ingest(runText(tests));
    return tree.records();
  };

  test("L-025 to have finished: without a check that passed, by a test that ran, nothing is learned", async () => {
    const { check: _, ...unchecked } = click("Pay");
    expect(await taught({ name: "no steps" })).toEqual([]);
    expect(await taught({ name: "unchecked", steps: [unchecked, unchecked] })).toEqual([]);
    expect(await taught({ name: "skipped", outcome: "skipped", steps: [click("Pay")] })).toEqual([]);
    expect(await taught({ name: "broken", outcome: "errored", steps: [click("Pay")] })).toEqual([]);
    expect(await taught({ name: "said no", steps: [click("Pay", "/cart", { error: "no" })] })).toEqual([]);
    expect(await taught()).toEqual([]);
    const tree = await learningTree();
    tree.put(
      "junit.xml",
      '<testsuite name="s" tests="2"><testcase classname="a.B" name="ran"/>' +
        '<testcase classname="a.B" name="not" status="notrun"/></testsuite>',
    );
    expect((await tree.assay(["ingest", "junit.xml"])).status).toBe(0);
    expect(await tree.records()).toEqual([]);
  });

  test("L-026 a locator that found none, two or is blank teaches no selector; a new one supersedes with evidence", async () => {
    const selectors = async (...steps: readonly ToldStep[]) =>
      (await taught({ name: "pays", steps })).filter(({ type }) => type === "selector");
    expect(await selectors(click("Pay", "/cart", { matched: 0 }))).toEqual([]);
    expect(await selectors(click("Pay", "/cart", { matched: 2 }))).toEqual([]);
    expect(await selectors(click("Pay", "/cart", { locator: "" }))).toEqual([]);
    expect(await selectors(click("Pay", "/cart", { locator: " \t", element: " " }))).toEqual([]);

    const { tree, record, path } = await learnedOnce([click("Pay", "/cart")]);
    const text = tree.read(path);
    const healed = (more: Partial<ToldStep>) => [click("Pay", "/cart", { locator: "#pay-now", ...more })];
    await tree.ingest(pays(healed({ matched: 0 }), 6), day(2));
    await tree.ingest(pays(healed({ matched: 2 }), 7), day(3));
    await tree.ingest(pays(healed({ locator: "" }), 8), day(4));
    expect(tree.read(path)).toBe(text);
    await tree.ingest(pays(healed({}), 9), day(5));
    expect(await tree.records()).toContainEqual(
      expect.objectContaining({
        supersedes: record.id,
        claim: expect.stringContaining("#pay-now"),
        evidence: expect.objectContaining({ matched: 1, check: "passed", complete: true }),
      }),
    );
  });
});

describe("two clones that learn the same", () => {
  const commit = (tree: LearningTree) => tree.git("add .assay && git commit --quiet -m learned");

  async function clones() {
    const tree = await learningTree();
    await tree.git("commit --quiet --allow-empty -m first");
    const folder = join(temporaryFolder(), "clone");
    await tree.git(`clone --quiet . "${folder}"`);
    const other = treeIn(folder);
    await other.git("config user.name Other && git config user.email other@shop.example");
    return { tree, other };
  }
  const merge = async (tree: LearningTree, other: LearningTree) => {
    await Promise.all([commit(tree), commit(other)]);
    await tree.git(`pull --quiet --no-rebase --no-edit "${other.folder}" main`);
  };

  test("L-041 of one run at one time, they write the same file, and the merge is clean", async () => {
    const { tree, other } = await clones();
    await Promise.all([tree, other].map((one) => one.ingest(pays([click("Pay")]), day(1))));
    expect(other.bytes()).toEqual(tree.bytes());
    await merge(tree, other);
    expect(await tree.records()).toHaveLength(1);
    expect((await tree.assay(["check"])).status).toBe(0);
  });

  test("L-041 of two runs at one time, ids differ, git merges both, and check names the duplicate", async () => {
    const { tree, other } = await clones();
    await tree.ingest(pays([click("Pay")], 5), day(1));
    await other.ingest(pays([click("Pay")], 6), day(1));
    await merge(tree, other);
    const records = await tree.records();
    expect(new Set(records.map(({ id }) => id)).size).toBe(2);
    const { status, document } = await tree.json(["check"]);
    expect(status).toBe(1);
    const [first, second] = records.map(({ id }) => id).sort();
    expect(document.problems).toMatchObject([
      { message: expect.stringContaining(`as ${first}`), fix: expect.stringContaining(`forget ${second}`) },
    ]);
    expect((await tree.assay(["knowledge", "forget", second ?? "", "--yes"])).status).toBe(0);
    expect((await tree.assay(["check"])).status).toBe(0);
  });
});
