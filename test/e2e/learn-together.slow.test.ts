import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { killAtLine, killWhileLearning } from "../support/kill-while-learning.ts";
import { type LearningTree, learningTree, treeIn } from "../support/learning-tree.ts";
import { learningEvents } from "../support/ledger-events.ts";
import { click, runText, type ToldStep } from "../support/run-text.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const at = (number: number) => ["--at", new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()];
const moved = (button: string, to: string): ToldStep =>
  click(button, "/cart", { urlAfter: `https://shop.example${to}` });
const run = (steps: readonly ToldStep[], durationMs: number) =>
  runText([{ name: "pays", steps, durationMs }]);

/** A clone with its own ledger, as on another machine. */
async function clone(tree: LearningTree, branch: string): Promise<LearningTree> {
  const folder = join(temporaryFolder(), "clone");
  await tree.git(`clone --quiet . "${folder}"`);
  const other = treeIn(folder);
  await other.git("config user.name Tester && git config user.email tester@shop.example");
  await other.git(`checkout --quiet -b ${branch}`);
  return other;
}

const commit = (tree: LearningTree, message: string) =>
  tree.git(`add .assay && git commit --quiet --allow-empty -m "${message}"`);

describe("learning side by side", () => {
  test("the same reports at the same times give the same bytes in two repositories", async () => {
    const trees = [await learningTree(), await learningTree()] as const;
    for (const tree of trees) {
      for (const [number, to] of ["/a", "/a", "/b", "/c"].entries())
        await tree.ingest(run([click("Go"), moved("Pay", to), click(`B${number}`)], number), at(number));
    }
    expect(trees[0].bytes()).toEqual(trees[1].bytes());
    expect(Object.keys(trees[0].bytes()).length).toBeGreaterThan(6);
  });

  test("L-009 two processes that learn at once lose nothing and add nothing twice", async () => {
    const tree = await learningTree();
    const runs = 12;
    for (let number = 0; number < runs; number++)
      tree.put(`out/${number}.ndjson`, run([click("Shared"), click(`Own ${number}`)], number));
    const worker = async (first: number) => {
      for (let number = first; number < runs; number += 2) {
        const finished = await tree.assay(["ingest", `out/${number}.ndjson`, ...at(number)]);
        expect(finished.status, finished.stderr).toBe(0);
      }
    };
    await Promise.all([worker(0), worker(1)]);
    expect(await tree.assay(["learn"])).toMatchObject({ status: 0 });
    const claims = (await tree.records()).map(({ claim }) => claim);
    expect(claims).toHaveLength(runs + 1);
    expect(new Set(claims).size).toBe(runs + 1);
    const events = [...(await learningEvents(tree.folder)).values()];
    expect(events).toHaveLength(runs);
    const confirmed = events.flatMap((all) =>
      all.flatMap(({ type, data }) => (type === "curation.finished" ? (data.confirmed as string[]) : [])),
    );
    expect(confirmed).toHaveLength(runs - 1);
    expect((await tree.assay(["check"])).status).toBe(0);
  });

  test("L-011 two branches that confirmed the same 50 records merge without a conflict", async () => {
    const tree = await learningTree();
    const steps = Array.from({ length: 50 }, (_, index) => click(`Button ${index}`));
    await tree.ingest(run(steps, 0), at(0));
    await commit(tree, "learned");
    const branches = [await clone(tree, "one"), await clone(tree, "two")];
    const runs = process.env.ASSAY_TESTS === "full" ? 20 : 6;
    await Promise.all(
      branches.map(async (branch, index) => {
        for (let number = 1; number <= runs; number++)
          await branch.ingest(run(steps, 100 * index + number), at(100 * index + number));
        await branch.ingest(run([click(`Only ${index}`)], 0), at(100 * index + 50));
        await commit(branch, "more");
        await tree.git(`fetch --quiet "${branch.folder}" HEAD:refs/heads/${index === 0 ? "one" : "two"}`);
      }),
    );
    await tree.git("merge --quiet --no-edit one");
    await tree.git("merge --quiet --no-edit two");
    expect(await tree.records()).toHaveLength(52);
    expect((await tree.assay(["check"])).status).toBe(0);
  });

  test("L-011 two branches that superseded different records lose none of them", async () => {
    const tree = await learningTree();
    await tree.ingest(run([moved("A", "/a"), moved("B", "/b")], 0), at(0));
    await commit(tree, "learned");
    const one = await clone(tree, "one");
    const two = await clone(tree, "two");
    await one.ingest(run([moved("A", "/a2"), moved("B", "/b")], 1), at(1));
    await two.ingest(run([moved("A", "/a"), moved("B", "/b2")], 2), at(2));
    for (const [name, branch] of Object.entries({ one, two })) {
      await commit(branch, "superseded");
      await tree.git(`fetch --quiet "${branch.folder}" HEAD:refs/heads/${name}`);
      await tree.git(`merge --quiet --no-edit ${name}`);
    }
    const statuses = (await tree.records()).map(({ status }) => status).sort();
    expect(statuses).toEqual(["active", "active", "superseded", "superseded"]);
    expect((await tree.assay(["check"])).status).toBe(0);
  });

  test("K-048 a record that changed meanwhile is decided on again, not overwritten", async () => {
    const tree = await learningTree();
    await tree.ingest(run([moved("Pay", "/paid")], 0), at(0));
    tree.put("out/a.ndjson", run([moved("Pay", "/one")], 1));
    tree.put("out/b.ndjson", run([moved("Pay", "/two")], 2));
    const both = await Promise.all(
      ["a", "b"].map((name, index) => tree.assay(["ingest", `out/${name}.ndjson`, ...at(1 + index)])),
    );
    for (const { status, stderr } of both) expect(status, stderr).toBe(0);
    await tree.assay(["learn"]);
    const records = await tree.records();
    // One of the two came first and was superseded, or the later one came first and stands.
    expect(records.filter(({ status }) => status === "active")).toHaveLength(1);
    expect((await tree.assay(["check"])).status).toBe(0);
  });
});

describe("learning that is killed", () => {
  test("no record is lost, half there or learned twice, at a dozen moments", async () => {
    await killWhileLearning(12);
  });

  test("L-015 what is said to be learned is on the disk: killed at the word, nothing is missing", async () => {
    const calm = await learningTree();
    const text = run([click("A"), click("B"), moved("Pay", "/paid")], 1);
    await calm.ingest(text, at(1));
    const tree = await learningTree();
    tree.put("out/report.ndjson", text);
    await killAtLine(tree, at(1), /^curation:/m);
    expect(tree.bytes()).toEqual(calm.bytes());
    const [events] = (await learningEvents(tree.folder)).values();
    expect(events?.map(({ type }) => type)).toContain("curation.finished");
  });
});
