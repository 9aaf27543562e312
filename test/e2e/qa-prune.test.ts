import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { itemTree } from "../support/item-tree.ts";

test("old evidence goes by name with --yes, and what a binding requirement stands on stays; what is gone says since when", async () => {
  const tree = await itemTree();
  const { steps } = tree;
  await steps.add("SHOP-12");
  const binding = await steps.require("SHOP-12", { title: "Pays" });
  const loose = await steps.require("SHOP-12", { title: "Looks nice", blocking_mode: "non_blocking" });
  const runs = [await steps.judge(binding, "pass"), await steps.judge(loose, "pass")];
  tree.put("seen.txt", "seen\n");
  const artifacts: string[] = [];
  for (const run of runs) {
    const { result } = await tree.done(`assay qa artifact add --run-id ${run} --kind log --file seen.txt`);
    artifacts.push(result.artifact.id);
  }
  const stored = () =>
    readdirSync(join(tree.folder, ".git/assay/qa-artifacts"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith("seen.txt"),
    );
  expect(stored()).toHaveLength(2);

  const young = await tree.done("assay qa artifact prune --yes");
  expect(young.result).toMatchObject({
    older_than_days: 90,
    artifacts: [],
    kept: { binding: 1, younger: 1 },
    deleted: 0,
  });
  const said = await tree.type("assay qa artifact prune --older-than 0");
  expect(said).toMatchObject({ status: 0 });
  expect(said.stdout).toContain("would delete 1");
  expect(said.stdout).toContain(artifacts[1]);
  expect(said.stdout).toContain("1 on which a blocking requirement stands that binds");
  expect(stored()).toHaveLength(2);

  const done = await tree.done("assay qa artifact prune --older-than 0 --yes");
  expect(done.result).toMatchObject({
    is_done: true,
    deleted: 1,
    artifacts: [{ id: artifacts[1] }],
    kept: { binding: 1 },
  });
  expect(done.event_ids).toEqual([expect.stringMatching(/^item\/SHOP-12#\d+$/)]);
  expect(stored()).toHaveLength(1);
  const gone = await tree.refused(`assay qa artifact read --artifact-id ${artifacts[1]}`);
  expect(gone.message).toMatch(/are gone since \d{4}-\d\d-\d\dT/);
  const known = await tree.type(`${gone.recover} --json`);
  expect(JSON.parse(known.stdout).result.artifact).toMatchObject({ pruned_at: expect.any(String) });
  expect((await tree.type(`assay qa artifact read --artifact-id ${artifacts[0]}`)).stdout).toBe("seen\n");

  const again = await tree.done("assay qa artifact prune --older-than 0 --yes");
  expect(again.result).toMatchObject({ artifacts: [], deleted: 0 });
  const back = await tree.done(`assay qa artifact rehome --artifact-id ${artifacts[1]} --file seen.txt`);
  expect(back.result.artifact.id).not.toBe(artifacts[1]);
  expect(stored()).toHaveLength(2);
});
