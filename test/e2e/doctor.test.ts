import { describe, expect, test } from "vitest";
import { type LearningTree, learningTree } from "../support/learning-tree.ts";
import { click, runText } from "../support/run-text.ts";

const checkOf = async (tree: LearningTree, id: string) => {
  const { status, document } = await tree.json(["doctor"]);
  return { status, ...document.checks.find((check: { id: string }) => check.id === id) };
};

describe("doctor looks at the project", () => {
  test("settings: none, good ones, keys that mean nothing, and a file that is no settings", async () => {
    const tree = await learningTree();
    expect(await checkOf(tree, "settings")).toMatchObject({ status: 0, state: "ok" });
    tree.put(".assay/config.yaml", "version: 1\n");
    expect(await checkOf(tree, "settings")).toMatchObject({ state: "ok", found: ".assay/config.yaml" });
    tree.put(".assay/config.yaml", "version: 1\nlearning:\n  bugdet_seconds: 3\n");
    expect(await checkOf(tree, "settings")).toMatchObject({
      status: 0,
      state: "warn",
      found: expect.stringContaining("learning.bugdet_seconds (line 3)"),
    });
    tree.put(".assay/config.yaml", "version: [\n");
    expect(await checkOf(tree, "settings")).toMatchObject({
      status: 1,
      state: "fail",
      mend: expect.any(String),
    });
  });

  test("runs that wait, and which of them are parked", async () => {
    const tree = await learningTree();
    await tree.ingest(runText([{ name: "a", steps: [click("Pay")] }]), ["--detach"]);
    expect(await checkOf(tree, "queue")).toMatchObject({
      state: "warn",
      found: "1 run waits to be learned from",
      mend: "assay learn",
    });
    // A file where the folder of records must be, so that learning fails again and again.
    tree.put(".assay/knowledge", "not a folder");
    for (const _ of [1, 2, 3]) await tree.assay(["learn"]);
    expect(await checkOf(tree, "queue")).toMatchObject({
      found: expect.stringMatching(/parked.*: [0-9a-f]{8}$/),
    });
  });

  test("secrets that git tracks fail, with the way out; what git ignores does not", async () => {
    const tree = await learningTree();
    tree.put(".assay/local/secrets", "TOKEN=abcdefgh\n");
    expect(await checkOf(tree, "secrets")).toMatchObject({ status: 0, state: "ok" });
    await tree.git("add --force .assay/local/secrets");
    expect(await checkOf(tree, "secrets")).toMatchObject({
      status: 1,
      state: "fail",
      found: expect.stringContaining("git tracks .assay/local/secrets"),
      mend: expect.stringContaining("git rm -r --cached .assay/local/secrets"),
    });
  });
});
