import { describe, expect, test } from "vitest";
import { learningTree, told } from "../support/learning-tree.ts";
import { typesOfOnlyRun } from "../support/ledger-events.ts";
import { click, runText } from "../support/run-text.ts";

const shard = (name: string, outcome: "passed" | "failed" = "passed") =>
  runText([
    {
      name,
      outcome,
      steps: [click("Shared"), click(`Of ${name}`)],
      ...(outcome === "failed" ? { failure: "no" } : {}),
    },
  ]);
const part = (number: number, of: number) => ["--run", "8123-1", "--part", `${number}/${of}`];

describe("a run that comes in parts", () => {
  test("K-001 nothing is learned before all parts are there: only then is the verdict final", async () => {
    const tree = await learningTree();
    const first = await tree.ingest(shard("one"), part(1, 2));
    expect(first.stdout).toBe("");
    expect(told(first)).toEqual([expect.stringMatching(/^assay: run 8123-1: kept; .* part 2 is there/)]);
    expect(await typesOfOnlyRun(tree.folder)).toEqual(["part.recorded"]);
    expect(tree.bytes()).toEqual({});
    expect((await tree.json(["runs", "list"])).document).toMatchObject({ runs: [], total: 0 });
    await tree.assay(["learn"]);
    expect(tree.bytes()).toEqual({});

    const second = await tree.ingest(shard("two", "failed"), part(2, 2));
    expect(told(second)[0]).toBe("assay: fail · 2 tests, 1 passed, 1 failed · run 8123-1");
    expect(await tree.records()).toHaveLength(3);
    const { document } = await tree.json(["runs", "show", "8123"]);
    expect(document).toMatchObject({
      run: "8123-1",
      verdict: "fail",
      tests: { total: 2 },
      learned: { added: 3 },
    });
  });

  test("the same part twice is one, another under its number is refused, and so is another count", async () => {
    const tree = await learningTree();
    await tree.ingest(shard("one"), part(1, 3));
    await tree.ingest(shard("one"), part(1, 3));
    expect(await typesOfOnlyRun(tree.folder)).toEqual(["part.recorded"]);
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [part(1, 3), /given before with other results/],
      [part(2, 4), /its other parts are of 3/],
    ];
    tree.put("out/other.ndjson", shard("other"));
    for (const [flags, why] of refusals) {
      const { status, stderr } = await tree.assay(["ingest", "out/other.ndjson", ...flags]);
      expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringMatching(why) });
    }
    expect(await typesOfOnlyRun(tree.folder)).toEqual(["part.recorded"]);
  });

  test("--close learns from what is there, and then the run takes no more", async () => {
    const tree = await learningTree();
    await tree.ingest(shard("one"), part(1, 3));
    const closed = await tree.assay(["ingest", "--run", "8123-1", "--close"]);
    expect(closed).toMatchObject({ status: 0, stderr: expect.stringContaining("assay: pass · 1 test") });
    tree.put("out/late.ndjson", shard("late"));
    const late = await tree.assay(["ingest", "out/late.ndjson", ...part(2, 3)]);
    expect(late).toMatchObject({ status: 2, stderr: expect.stringContaining("the run is complete") });
    await tree.ingest(shard("one"), part(1, 3));
    expect(await tree.records()).toHaveLength(2);
  });

  test("closing what has no parts says so", async () => {
    const tree = await learningTree();
    const { status, stderr } = await tree.assay(["ingest", "--run", "8123-1", "--close"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/run 8123-1 has no parts to close \[parts_missing\][\s\S]*--part 1\/N/),
    });
    expect(stderr).not.toContain("part 0");
  });

  test.each([
    [["--part", "1/2"], "parts need the id of their run"],
    [["--run", "r", "--part", "3/2"], "must be a part of all"],
    [["--run", "a/b"], "must be letters"],
    [["--run", "r", "--close"], "say which part"],
  ])("%j is no way to say it", async (flags, why) => {
    const tree = await learningTree();
    tree.put("r.ndjson", shard("one"));
    const { status, stderr } = await tree.assay(["ingest", "r.ndjson", ...flags]);
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining(why) });
  });
});

describe("when a run was", () => {
  test.each(["1969-12-31T23:59:59Z", "1960-01-01", "+010000-01-01T00:00:00Z"])(
    "--at %s is refused in words",
    async (at) => {
      const tree = await learningTree();
      tree.put("r.ndjson", shard("one"));
      const { status, stderr } = await tree.assay(["ingest", "r.ndjson", "--at", at]);
      expect({ status, stderr }).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("must be in the years 1970 to 9999"),
      });
      expect(await tree.records()).toEqual([]);
    },
  );

  test.each([9007199254740991, Date.UTC(2099, 0)])(
    "a start of %d that a report tells is taken as now, and said",
    async (startedAt) => {
      const tree = await learningTree();
      const before = Date.now();
      const finished = await tree.ingest(runText([{ name: "one", steps: [click("Pay")] }], { startedAt }));
      expect(told(finished)[0]).toMatch(
        /^assay: the start that the report tells cannot be \(.*kept as of now$/,
      );
      const [record] = await tree.records();
      expect(Date.parse(record?.learned_at ?? "")).toBeGreaterThanOrEqual(before);
      expect(Date.parse(record?.learned_at ?? "")).toBeLessThanOrEqual(Date.now());
    },
  );

  test("what comes too late to be learned is counted in one line", async () => {
    const tree = await learningTree();
    const seen = (to: string) =>
      runText([
        {
          name: "pays",
          steps: ["Pay", "Order"].map((button) =>
            click(button, "/cart", { urlAfter: `https://shop.example${to}` }),
          ),
        },
      ]);
    await tree.ingest(seen("/now"), ["--at", "2026-02-01T00:00:00Z"]);
    const late = await tree.ingest(seen("/then"), ["--at", "2026-01-01T00:00:00Z"]);
    expect(told(late).filter((line) => line.includes("older-than-what-is-known"))).toEqual([
      "assay: 2 things that it saw were not learned: something newer is known there (older-than-what-is-known)",
    ]);
  });
});

describe("what ingest takes", () => {
  test("JUnit and other reports, also out of an archive; a log is for explain", async () => {
    const tree = await learningTree();
    const junit = `<testsuite name="s" tests="2"><testcase classname="a.B" name="ok" time="0.1"/>
      <testcase classname="a.B" name="no" time="0.1"><failure message="expected 1 but was 2"/></testcase></testsuite>`;
    tree.put("junit.xml", junit);
    tree.put("build.log", "Error: it broke\n".repeat(20));
    const read = await tree.json(["ingest", "junit.xml", "--job", "unit", "--commit", "c0ffee"]);
    expect(read.status).toBe(0);
    expect(read.document).toMatchObject({
      kind: "ingested",
      verdict: "fail",
      known: false,
      summary: { commit: "c0ffee", job: "unit", tests: { total: 2, failed: 1 }, mode: "local", waiting: [] },
    });
    const log = await tree.assay(["ingest", "build.log"]);
    expect(log).toMatchObject({ status: 2, stderr: expect.stringContaining("`assay explain build.log`") });
    expect((await tree.assay(["ingest", "missing.xml"])).status).toBe(2);
    expect((await tree.assay(["ingest"])).status).toBe(2);
  });

  test("no test is no pass: the verdict says undetermined", async () => {
    const tree = await learningTree();
    const finished = await tree.ingest(runText([]));
    expect(told(finished)[0]).toMatch(/^assay: undetermined · no tests · run [0-9a-f]{8}$/);
    const damaged = await tree.ingest(
      runText([{ name: "a" }])
        .split("\n")
        .slice(0, -3)
        .join("\n"),
    );
    expect(told(damaged)[0]).not.toMatch(/assay: pass/);
  });

  test("the same reports are one run; another commit, job or step makes another", async () => {
    const tree = await learningTree();
    const ids = new Set<string>();
    const ingested = async (text: string, flags: readonly string[] = []) => {
      tree.put("r.ndjson", text);
      const { document } = await tree.json(["ingest", "r.ndjson", ...flags]);
      ids.add(document.run);
      return document.known;
    };
    expect(await ingested(shard("one"))).toBe(false);
    expect(await ingested(shard("one"), ["--at", "2026-03-01T00:00:00Z"])).toBe(true);
    expect(await ingested(shard("one"), ["--commit", "c0ffee"])).toBe(false);
    expect(await ingested(shard("one"), ["--job", "linux"])).toBe(false);
    expect(await ingested(shard("one").replace("Shared", "Other"))).toBe(false);
    expect(ids.size).toBe(4);
    const shown = await tree.assay(["runs", "show", [...ids][0]?.slice(0, 10) ?? ""]);
    expect(shown).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/\n {2}\+ added .*\n[\s\S]*fact_\w+, promoted via/),
    });
    expect((await tree.assay(["runs", "show", "zzz"])).stderr).toContain("[run_missing]");
    const { document } = await tree.json(["runs", "list", "--limit", "2", "--offset", "1"]);
    expect(document).toMatchObject({ total: 4, runs: [expect.anything(), expect.anything()] });
  });

  test("the inbox names red runs of the branch until one of the job passes", async () => {
    const tree = await learningTree();
    await tree.ingest(shard("one", "failed"), ["--at", "2026-01-01T00:00:00Z"]);
    await tree.ingest(shard("two", "failed"), ["--branch", "other", "--commit", "c0ffee"]);
    const waits = async () => (await tree.json(["inbox"])).document.needsYou;
    expect(await waits()).toMatchObject([{ kind: "run", text: "1 failed, 1 app bug" }]);
    expect((await tree.assay(["inbox"])).stdout).toMatch(
      /^waits for you\n {2}run {7}[0-9a-f]{8} {2}1 failed/,
    );
    await tree.ingest(shard("one"), ["--at", "2026-01-02T00:00:00Z"]);
    expect(await waits()).toEqual([]);
  });
});
