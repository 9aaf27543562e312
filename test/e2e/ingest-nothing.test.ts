import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { learningTree } from "../support/learning-tree.ts";
import { click, runText } from "../support/run-text.ts";

const LEFT = ".assay/local/runs";
const pays = (name: string) => runText([{ name, steps: [click(name)] }]);

describe("ingest without a report's name", () => {
  test("it takes what recorders left, all of it as one run, and clears that away alone", async () => {
    const tree = await learningTree();
    tree.put(`${LEFT}/a.ndjson`, pays("one"));
    tree.put(`${LEFT}/b.ndjson`, pays("two"));
    tree.put(`${LEFT}/run-other/c.ndjson`, pays("of a run that is open"));
    const { status, stderr } = await tree.assay(["ingest"]);
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^assay: pass · 2 tests/),
    });
    expect(await tree.records()).toHaveLength(2);
    const left = ["a.ndjson", "b.ndjson", "run-other/c.ndjson"];
    expect(left.filter((name) => existsSync(join(tree.folder, LEFT, name)))).toEqual(["run-other/c.ndjson"]);
    tree.put(`${LEFT}/d.ndjson`, pays("three"));
    expect((await tree.assay(["ingest"])).stderr).toMatch(/^assay: pass · 1 test,/);
  });

  test("L-021 with none it fails and says so; --allow-empty says so and ends with 0", async () => {
    const tree = await learningTree();
    const failed = await tree.assay(["ingest"]);
    expect(failed).toMatchObject({ status: 2, stdout: "" });
    expect(failed.stderr).toContain("[report_none]");
    const { status, stderr, document } = await tree.json(["ingest", "--allow-empty"]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: "assay: nothing was recorded: no recorder left a file in .assay/local/runs\n",
    });
    expect(document).toMatchObject({ verdict: null, run: null, summary: null });
    expect((await tree.json(["runs", "list"])).document.total).toBe(0);
  });

  test("a part of a run is taken from there too, and an empty one is no part", async () => {
    const tree = await learningTree();
    const part = (number: number) => ["ingest", "--run", "ci-1", "--part", `${number}/2`];
    expect((await tree.assay([...part(1), "--allow-empty"])).status).toBe(0);
    for (const number of [1, 2]) {
      tree.put(`${LEFT}/a.ndjson`, pays(`test ${number}`));
      expect((await tree.assay(part(number))).status).toBe(0);
    }
    expect((await tree.json(["runs", "show", "ci-1"])).document.tests.total).toBe(2);
  });
});

describe("ingest of a pattern", () => {
  test("it names files from the top of the work tree; one that names none fails, unless that is allowed", async () => {
    const tree = await learningTree();
    tree.put("a/b/TEST-x.ndjson", pays("one"));
    tree.put("c/TEST-y.ndjson", pays("two"));
    expect((await tree.assay(["ingest", "**/TEST-*.ndjson"])).stderr).toMatch(/^assay: pass · 2 tests/);
    const none = await tree.assay(["ingest", "reports/*.xml"]);
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining("[source_missing]") });
    const allowed = await tree.assay(["ingest", "reports/*.xml", "gone.xml", "--allow-empty"]);
    expect(allowed).toMatchObject({ status: 0, stdout: "" });
    expect(allowed.stderr).toMatch(/reports\/\*\.xml: no such file[\s\S]*nothing was recorded/);
    const some = await tree.assay(["ingest", "gone.xml", "c/TEST-y.ndjson", "--allow-empty"]);
    expect(some).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/gone\.xml: no such file\nassay: pass/),
    });
    tree.put("notes.txt", "no report");
    expect((await tree.assay(["ingest", "notes.txt", "--allow-empty"])).status).toBe(2);
  });
});
