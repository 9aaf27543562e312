import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { beforeEach, expect, test } from "vitest";
import { itemTree } from "../support/item-tree.ts";
import { CtrfSchema } from "../support/qa/ctrf-schema.ts";

const HOSTILE = "<b>Pays</b> & \"'</testcase>]]> \u202e\u001b]0;x\u0007 @everyone <!-- x -->";

let tree: Awaited<ReturnType<typeof itemTree>>;
beforeEach(async () => {
  tree = await itemTree();
});

/** What an export prints, which has to be carried out. */
async function exported(words: string): Promise<string> {
  const { status, stdout, stderr } = await tree.type(`assay qa export ${words}`);
  expect([words, status, stderr]).toEqual([words, 0, ""]);
  return stdout;
}

test("Q-148 Q-162 an item's results leave as CTRF and JUnit XML: undetermined is no pass, a waiver is skipped with who and why", async () => {
  const { steps } = tree;
  await steps.add("SHOP-12");
  const pays = await steps.require("SHOP-12", { title: HOSTILE });
  const fails = await steps.require("SHOP-12", { title: "Refunds" });
  const dark = await steps.require("SHOP-12", { title: "Looks right" });
  const later = await steps.require("SHOP-12", { title: "Sends mail" });
  await steps.require("SHOP-12", { title: "Not begun" });
  await steps.judge(pays, "fail");
  await steps.judge(pays, "pass");
  await steps.judge(fails, "fail");
  await tree.done(
    `assay qa run add --requirement-id ${dark} --performed-by manual --verdict undetermined --reason 'too dark'`,
  );
  await tree.done("assay item claim SHOP-12");
  await tree.done(`assay qa requirement waive --requirement-id ${later} --rationale 'next release' --force`);

  const text = await exported("shop-12 --format ctrf");
  expect(await exported("SHOP-12 --format ctrf")).toBe(text);
  const { results } = CtrfSchema.parse(JSON.parse(text));
  expect(results.tests.map(({ status, rawStatus }) => [rawStatus, status])).toEqual([
    ["satisfied", "passed"],
    ["failed", "failed"],
    ["undetermined", "other"],
    ["waived", "skipped"],
    ["unmet", "pending"],
  ]);
  expect(results.tests[0]).toMatchObject({ retries: 1, flaky: true });
  expect(results.tests[2]?.message).toContain("too dark");
  expect(results.tests[3]?.message).toMatch(/^waived by .+: next release$/);
  expect(text).not.toMatch(/[\u001b\u202e]/);

  await exported("SHOP-12 --format junit --output out/qa.xml");
  const xml = readFileSync(join(tree.folder, "out/qa.xml"), "utf8");
  const faults: string[] = [];
  const parser = new SaxesParser();
  const names: unknown[] = [];
  parser.on("error", ({ message }) => faults.push(message));
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "testcase") names.push(attributes.name);
  });
  parser.write(xml).close();
  expect(faults).toEqual([]);
  expect(names[0]).toBe("<b>Pays</b> & \"'</testcase>]]> @everyone <!-- x -->");
  const read = await tree.type("assay explain out/qa.xml --json");
  expect(JSON.parse(read.stdout)).toMatchObject({
    files: [
      { format: "junit", notes: [], tests: { total: 5, passed: 1, failed: 1, errored: 2, skipped: 1 } },
    ],
  });
});

test("a gate's export fails with the gate, and a commit is asked for where a format is about one", async () => {
  const { steps } = tree;
  await steps.add("SHOP-12");
  const id = await steps.require("SHOP-12", { title: "Pays" });
  await steps.judge(id, "pass");
  const refused = await tree.refused("assay qa export SHOP-12 --format in-toto");
  expect(refused).toMatchObject({ code: "precondition_failed", recover: "assay item link SHOP-12" });
  expect(await tree.refused("assay qa export SHOP-12 --format check-run")).toMatchObject({
    code: "precondition_failed",
  });

  await tree.done("assay item link SHOP-12 --branch main");
  const head = (await tree.git("rev-parse HEAD")).trim();
  const { result } = await tree.done("assay qa export SHOP-12 --format in-toto --gate done");
  expect(result).toMatchObject({ commit: head, tests: { passed: 2, failed: 0 }, file: null });
  expect(JSON.parse(result.text)).toMatchObject({
    subject: [{ digest: { gitCommit: head } }],
    predicate: { result: "PASSED", passedTests: [`${id} Pays`, "SHOP-12/gate-done gate before done"] },
  });
  await steps.require("SHOP-12", { title: "Refunds" });
  const checkRun = JSON.parse(await exported("SHOP-12 --format check-run --gate done"));
  expect(checkRun).toMatchObject({
    head_sha: head,
    conclusion: "action_required",
    output: { title: "refused: 1 of 2 proved" },
  });
  const xml = await exported("SHOP-12 --format junit --gate done");
  expect(xml).toMatch(/<testsuites name="SHOP-12 Pay by invoice" tests="3" failures="1" errors="1"/);
});

test("what is not there is refused with a way out; a task is exported alone", async () => {
  const { steps } = tree;
  await steps.add("SHOP-12", "Invoice", "Mail");
  await steps.require("SHOP-12", { title: "Whole" });
  await steps.require("SHOP-12", { title: "Mail is sent", task: 2 });
  expect(JSON.parse(await exported("SHOP-12 --format ctrf")).results.tests).toHaveLength(2);
  const { results } = JSON.parse(await exported("SHOP-12 --task 2 --format ctrf"));
  expect(results.tests).toMatchObject([{ name: "Mail is sent", suite: ["SHOP-12", "task 2"] }]);
  for (const words of [
    "SHOP-9 --format ctrf",
    "SHOP-12 --task 3 --format ctrf",
    "exec-0000000000 --format ctrf",
  ])
    expect(await tree.refused(`assay qa export ${words}`)).toMatchObject({
      code: "row_missing",
      recover: expect.stringMatching(/^assay /),
    });
});
