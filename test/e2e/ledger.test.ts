import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serveGit } from "../support/git-http.ts";
import { itemTree } from "../support/item-tree.ts";
import { bareRemote } from "../support/ledger-clone.ts";
import { begin, COMPILED } from "../support/run-assay.ts";

type Tree = Awaited<ReturnType<typeof itemTree>>;

/** Two repositories that share the ledger at a remote over HTTP, each with one commit. */
async function twoTrees(): Promise<{ readonly url: string; readonly one: Tree; readonly other: Tree }> {
  const url = `${await serveGit(bareRemote())}/shop.git`;
  const [one, other] = await Promise.all([itemTree(), itemTree()]);
  for (const tree of [one, other]) await tree.git(`remote add origin ${url}`);
  return { url, one, other };
}

/** The document of a command that succeeds. */
async function told(tree: Tree, line: string) {
  const { status, stdout, stderr } = await tree.type(`${line} --json`);
  expect([line, status, stderr]).toEqual([line, 0, ""]);
  return JSON.parse(stdout);
}

/** How often each of three commands is killed. */
const TIMES = process.env.ASSAY_TESTS === "full" ? 4 : 2;

const SHARED = "version: 1\nledger_remote: origin\n";

describe("a ledger that a team shares through refs/assay/ledger of its git remote (decision 26)", () => {
  test("what one clone recorded the other sees; who was second has the claim set aside, by name, and facts of both stay", async () => {
    const { one, other } = await twoTrees();
    await one.steps.add("SHOP-12", "Print");
    const dry = await told(one, "assay ledger push --dry-run");
    expect(dry).toMatchObject({ kind: "ledger-pushed", dry_run: true, pushed: [{ stream: "item/SHOP-12" }] });
    expect(await told(one, "assay ledger status")).toMatchObject({ stands: "none", head: null });
    const first = await one.type("assay ledger push");
    expect(first.stdout).toMatch(/^Pushed \d+ events? of 1 stream to origin\.\n$/);
    expect((await told(other, "assay ledger pull --dry-run")).taken.received).toBeGreaterThan(0);
    expect((await other.type("assay item show SHOP-12")).status).not.toBe(0);
    const pulled = await other.type("assay ledger pull");
    expect(pulled.stdout).toMatch(/^Took in \d+ events? of 1 stream from origin\.\n$/);
    expect((await other.done("assay item show SHOP-12")).result.item.title).toBe("Pay by invoice");
    expect((await other.done("assay item list")).result.items).toMatchObject([{ key: "SHOP-12" }]);

    await one.done("assay item claim SHOP-12");
    await other.done("assay item claim SHOP-12");
    const ours = await one.steps.require("SHOP-12");
    const theirs = await other.steps.require("SHOP-12");
    await one.steps.judge(ours, "pass");
    await other.steps.judge(theirs, "fail");
    await told(one, "assay ledger push");
    const second = await other.type("assay ledger push");
    expect(second.stdout).toContain("1 entry set aside, which no longer held:");
    expect(second.stdout).toMatch(
      /- item\/SHOP-12, .*: ItemClaimed;\s+item\/SHOP-12#2\s+\(ItemClaimed\)\s+was\s+there\s+first/,
    );
    expect(second.stdout).toMatch(/Pushed \d+ events of 1 stream to origin\.\n$/);
    await told(one, "assay ledger pull");

    const list = "assay qa requirement list --item SHOP-12";
    const [here, there] = [await one.done(list), await other.done(list)];
    expect(here.result).toEqual(there.result);
    expect(here.result.requirements.map(({ id }: { id: string }) => id).sort()).toEqual(
      [ours, theirs].sort(),
    );
    const status = await told(other, "assay ledger status");
    expect(status).toMatchObject({
      ...{ kind: "ledger-status", stands: "same", unpushed: [] },
      set_aside: [{ stream: "item/SHOP-12", events: [{ type: "ItemClaimed", v: 1 }] }],
    });
    expect((await other.type("assay ledger status")).stdout).toContain(
      "All of the shared ledger at origin is here.",
    );
    expect((await one.type("assay doctor")).stdout).toContain("ledger");
  });

  test("a gate that sees no shared ledger where the settings name one says so and refuses; the way out opens it", async () => {
    const { url, one, other } = await twoTrees();
    await one.steps.add("SHOP-12");
    await one.steps.move("SHOP-12", "implementing");
    await one.steps.require("SHOP-12");
    one.put(".assay/config.yaml", SHARED);
    const move = "assay item move SHOP-12 --to reviewing-implementation";
    const none = await one.refused(move);
    expect(none).toMatchObject({ code: "precondition_failed", recover: "assay ledger push" });
    expect(none.message).toContain("there is no shared ledger at origin");
    const gate = "assay qa gate-summary --item SHOP-12 --target reviewing-implementation";
    expect(await one.refused(gate)).toEqual(none);
    expect((await one.type(none.recover)).status).toBe(0);
    expect((await one.type(gate)).status).toBe(0);

    await other.type("assay ledger pull");
    await other.steps.require("SHOP-12");
    await other.type("assay ledger push");
    const behind = await one.refused(move);
    expect(behind).toMatchObject({ code: "precondition_failed", recover: "assay ledger pull" });
    // What has no gate goes on.
    await one.done("assay item claim SHOP-12");
    expect((await one.type(behind.recover)).status).toBe(0);

    await one.git(`remote set-url origin ${url.replace(/:\d+/, ":9")}`);
    const unseen = await one.refused(move);
    expect(unseen.message).toContain("cannot be seen");
    expect((await one.type(unseen.recover)).stdout).toContain("The shared ledger at origin cannot be seen.");
    await one.git("remote remove origin");
    expect((await one.refused(move)).message).toContain("this clone has none");
    await one.git(`remote add origin ${url}`);
    await one.done(move);
  });

  test("a push or a pull that is killed at any moment loses nothing, and the next one goes on", async () => {
    const { one, other } = await twoTrees();
    for (let number = 1; number <= TIMES; number += 1) {
      await one.steps.add(`SHOP-${number}`);
      await other.steps.add(`SHOP-${number + 10}`);
      for (const [tree, verb] of [
        [one, "push"],
        [other, "push"],
        [one, "pull"],
      ] as const) {
        const { child, finished } = begin(["ledger", verb], { cwd: tree.folder, env: COMPILED });
        child.stdin.end();
        setTimeout(() => child.kill("SIGKILL"), (600 / TIMES) * number);
        await finished;
      }
    }
    await told(one, "assay ledger push");
    await told(other, "assay ledger push");
    await told(one, "assay ledger pull");
    const keys = async (tree: Tree) =>
      (await tree.done("assay item list --all")).result.items.map(({ key }: { key: string }) => key).sort();
    expect(await keys(one)).toHaveLength(2 * TIMES);
    expect(await keys(other)).toEqual(await keys(one));
    for (const tree of [one, other]) expect((await told(tree, "assay ledger status")).set_aside).toEqual([]);
  });

  test("a clone without a remote, and a ledger that is a table already, are told so", async () => {
    const tree = await itemTree();
    const alone = await tree.type("assay ledger push");
    expect(alone).toMatchObject({ status: 2, stdout: "" });
    expect(alone.stderr).toContain(
      "there is no remote origin to share the ledger through (this clone has none)",
    );
    expect(alone.stderr).toContain("git remote add origin URL");
    await tree.git(`remote add upstream ${join(bareRemote(), "shop.git")}`);
    expect((await told(tree, "assay ledger push --remote upstream")).pushed).toEqual([]);
    const table = "ledger: dynamodb\naws: {region: eu-west-1, table: shop}\n";
    tree.put(".assay/config.yaml", `version: 1\n${table}`);
    expect((await tree.type("assay ledger status")).stderr).toContain("the ledger is the table shop");
    tree.put(".assay/config.yaml", `${SHARED}${table}`);
    expect((await tree.type("assay config")).stderr).toContain("ledger_remote: names a second shared ledger");
  });
});
