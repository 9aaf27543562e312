import { beforeEach, describe, expect, test } from "vitest";
import { PERSON, type PersonTree, personTree } from "../support/person-tree.ts";
import { assay } from "../support/run-assay.ts";

let tree: PersonTree;
beforeEach(async () => {
  tree = await personTree();
});
const CI = { CI: "true" };

describe("marking a run", () => {
  const report = (failure: string) => `<testsuites><testsuite name="cart" tests="2" failures="1">
    <testcase classname="cart" name="adds"/>
    <testcase classname="cart" name="total"><failure message="${failure}">${failure}</failure></testcase>
  </testsuite></testsuites>`;
  const TIMEOUT = "Error: Timeout of 5000ms exceeded. For async tests and hooks, ensure done() is called";

  async function ingest(failure = TIMEOUT, env: Readonly<Record<string, string>> = {}): Promise<string> {
    tree.put("report.xml", report(failure));
    const { status, document } = await tree.asJson(["ingest", "report.xml"], env);
    expect([0, 1]).toContain(status);
    return document.run ?? document.runs[0].run;
  }
  const known = async (...flags: readonly string[]) =>
    (await tree.asJson(["knowledge", "list", ...flags])).document.records as {
      id: string;
      status: string;
      claim: string;
      path: string;
    }[];

  test("K-062 right makes what CI left a candidate active by user-sovereign, over any hold, also in CI", async () => {
    const run = await ingest(TIMEOUT, CI);
    const [caution] = await known();
    expect(caution).toMatchObject({ status: "candidate" });
    const { document } = await tree.asJson(["mark", run, "right", "--yes"], CI);
    expect(document).toMatchObject({ kind: "mark", result: "done", run, changes: [{ record: caution?.id }] });
    expect(tree.textOf(caution!.path)).toMatch(/promotion: \{path: user-sovereign/);
    expect(await known()).toMatchObject([{ id: caution?.id, status: "active" }]);
    const again = await tree.asJson(["mark", run.slice(0, 8), "right", "--yes"]);
    expect(again.document).toMatchObject({ result: "unchanged", changes: [] });
    expect((await tree.asJson(["runs", "show", run])).document.markings).toMatchObject([
      { mark: "right", by: PERSON },
    ]);
  });

  test("wrong-cause takes the caution back and adds the one of the right cause, the person's", async () => {
    const run = await ingest();
    const [wrong] = await known();
    const { status, document } = await tree.asJson([
      ...["mark", run, "wrong-cause", "--cause", "flaky", "--reason", "it passes alone", "--yes"],
    ]);
    expect(status).toBe(0);
    expect(document.changes).toHaveLength(2);
    const all = await known("--all");
    expect(all).toContainEqual(expect.objectContaining({ id: wrong?.id, status: "deprecated" }));
    const right = all.find(({ id }) => id !== wrong?.id);
    expect(right).toMatchObject({ status: "active" });
    expect(tree.textOf(right!.path)).toMatch(/root_cause: flaky/);
    expect((await tree.asJson(["check"])).document.problems).toEqual([]);
  });

  test("K-057 what not-a-failure took back is not promoted or added again by a later run that sees it", async () => {
    const run = await ingest();
    const [caution] = await known();
    await tree.asJson(["mark", run, "not-a-failure", "--yes"]);
    const text = tree.textOf(caution!.path);
    expect(text).toContain("status: deprecated");
    const later = await ingest(`${TIMEOUT} again`);
    expect(later).not.toBe(run);
    expect(await known("--all")).toMatchObject([{ id: caution?.id, status: "deprecated" }]);
    expect(tree.textOf(caution!.path)).toBe(text);
  });

  test("flaky remembers the test; which one is said where the run does not tell", async () => {
    const run = await ingest("expected 3 to equal 4");
    expect(await known()).toEqual([]);
    const vague = await assay(["mark", run, "flaky", "--test", "nowhere", "--yes"], { cwd: tree.folder });
    expect(vague.status).toBe(2);
    expect(vague.stderr).toMatch(/\[mark_unclear\]\n {2}try: name one with --test: cart.*total/);
    const { document } = await tree.asJson(["mark", run, "flaky", "--test", "total", "--yes"]);
    expect(document).toMatchObject({ mark: "flaky", test: expect.stringContaining("total"), result: "done" });
    expect(await known()).toMatchObject([{ status: "active", claim: expect.stringContaining("is flaky") }]);
  });

  test("a cause is asked for where it is needed, and refused where it says nothing", async () => {
    const run = await ingest();
    for (const words of [["wrong-cause"], ["right", "--cause", "flaky"]]) {
      const { status, stderr } = await assay(["mark", run, ...words, "--yes"], { cwd: tree.folder });
      expect(status).toBe(2);
      expect(stderr).toMatch(/\[mark_unclear\]\n {2}try: .*--cause/);
    }
    const unknown = await assay(["mark", "nope", "right", "--yes"], { cwd: tree.folder });
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining("[run_missing]") });
  });
});
