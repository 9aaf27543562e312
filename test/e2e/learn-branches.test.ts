import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LearningTree, learningTree, told, treeIn } from "../support/learning-tree.ts";
import { click, runText } from "../support/run-text.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = (to: string, durationMs: number) =>
  runText([
    { name: "pays", durationMs, steps: [click("Pay", "/cart", { urlAfter: `https://shop.example${to}` })] },
  ]);
const OTHER = runText([{ name: "other" }]);
const day = (number: number) => ["--at", `2026-01-0${number}T10:00:00Z`];
const claims = async (tree: LearningTree) =>
  (await tree.records()).filter(({ status }) => status === "active").map(({ claim }) => claim);
const elsewhereOf = async (tree: LearningTree) => (await tree.json(["learn"])).document.elsewhere;

/** A repository with an active record on main. */
async function learned() {
  const tree = await learningTree();
  tree.put(".gitignore", "out/\n");
  await tree.ingest(run("/paid", 1), day(1));
  await tree.git("add . && git commit --quiet -m learned");
  return tree;
}

describe("a run that waits is learned from where it was recorded", () => {
  test("in another work tree it changes nothing, and its own learns from it", async () => {
    const tree = await learned();
    const folder = join(temporaryFolder(), "feat-tree");
    await tree.git(`worktree add --quiet -b feat "${folder}"`);
    const feat = treeIn(folder);
    await feat.ingest(run("/thanks", 2), [...day(2), "--detach", "--run", "moved"]);
    const before = tree.bytes();

    const finished = await tree.ingest(OTHER, day(3));
    expect(told(finished)).toContainEqual(
      "assay: runs that wait elsewhere: 1, the first on branch feat in the work tree feat-tree; `assay learn` there goes on with them, and here names each",
    );
    const { status, document } = await tree.json(["learn"]);
    expect({ status, document }).toMatchObject({
      status: 0,
      document: { runs: [], left: 0, elsewhere: [{ run: "moved", where: expect.stringContaining("feat") }] },
    });
    expect(tree.bytes()).toEqual(before);
    const { stdout } = await tree.assay(["learn"]);
    expect(stdout).toContain("`assay learn` there, or `assay learn --here moved`");

    expect((await feat.json(["learn"])).document).toMatchObject({ runs: [{ run: "moved", result: "done" }] });
    expect(await claims(feat)).toEqual([expect.stringContaining("/thanks")]);
    expect(tree.bytes()).toEqual(before);
    expect(await elsewhereOf(tree)).toEqual([]);
  });

  test("on another branch of the same work tree it waits, whatever branch its report names", async () => {
    const tree = await learned();
    await tree.git("checkout --quiet -b feat");
    await tree.ingest(run("/thanks", 2), [...day(2), "--detach", "--commit", "abc", "--branch", "main"]);
    await tree.git("checkout --quiet main");
    const before = tree.bytes();
    await tree.ingest(OTHER, day(3));
    expect(tree.bytes()).toEqual(before);
    const checks = (await tree.json(["doctor"])).document.checks;
    expect(checks.find(({ id }: { id: string }) => id === "queue")).toMatchObject({
      state: "warn",
      found: expect.stringContaining("on branch feat in the main work tree"),
      mend: expect.stringMatching(/^assay learn, there or as assay learn --here [0-9a-f]{8}$/),
    });
    await tree.git("checkout --quiet feat");
    await tree.ingest(OTHER, day(4));
    expect(await claims(tree)).toEqual([expect.stringContaining("/thanks")]);
  });

  test("a person learns from it here on purpose, from it alone", async () => {
    const tree = await learned();
    await tree.git("checkout --quiet -b feat");
    await tree.ingest(run("/thanks", 2), [...day(2), "--detach", "--run", "moved"]);
    await tree.git("checkout --quiet main && git branch --quiet -D feat");
    await tree.ingest(OTHER, [...day(3), "--detach", "--run", "mine"]);
    const { document } = await tree.json(["learn", "--here", "mov"]);
    expect(document).toMatchObject({ runs: [{ run: "moved", result: "done" }], left: 1, elsewhere: [] });
    expect(await claims(tree)).toEqual([expect.stringContaining("/thanks")]);
    expect((await tree.json(["learn"])).document).toMatchObject({ runs: [{ run: "mine" }], left: 0 });
    expect((await tree.assay(["learn", "--here", "nobody"])).stderr).toContain("[run_missing]");
  });

  test("of a detached HEAD it is learned from at the same commit alone", async () => {
    const tree = await learned();
    await tree.git("checkout --quiet --detach");
    await tree.ingest(run("/thanks", 2), [...day(2), "--detach", "--run", "moved"]);
    await tree.git("commit --quiet --allow-empty -m next");
    expect(await elsewhereOf(tree)).toEqual([
      { run: "moved", where: expect.stringMatching(/^at [0-9a-f]{12} in the main work tree$/) },
    ]);
    await tree.git("checkout --quiet HEAD~1");
    expect((await tree.json(["learn"])).document).toMatchObject({ runs: [{ run: "moved", result: "done" }] });
  });
});

describe("a run that waits for CI", () => {
  test("K-070 a local run that is learned from in CI promotes nothing and corrects nothing", async () => {
    const tree = await learned();
    const before = tree.bytes();
    await tree.ingest(run("/thanks", 2), [...day(2), "--detach"]);
    await tree.ingest(runText([{ name: "opens", steps: [click("Open")] }]), [...day(3), "--detach"]);
    const { status, stderr } = await tree.assay(["learn"], { CI: "1" });
    expect(status).toBe(0);
    expect(stderr).not.toContain("promoted via");
    expect(stderr).toContain("ci runs never promote learned knowledge");
    for (const [path, text] of Object.entries(before)) expect(tree.read(path)).toBe(text);
    const added = (await tree.records()).filter(({ claim }) => !claim.includes("/paid"));
    expect(added).toMatchObject([{ status: "candidate", origin: "ci" }]);
    expect(Object.keys(tree.bytes()).filter((path) => path.startsWith(".assay/proposals/"))).toHaveLength(1);
  });
});
