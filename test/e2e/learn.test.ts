import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { learningTree, told } from "../support/learning-tree.ts";
import { learningEvents, typesOfOnlyRun } from "../support/ledger-events.ts";
import { click, runText, type ToldTest } from "../support/run-text.ts";

const AT = ["--at", "2026-01-05T10:00:00Z"];
const GREEN: readonly ToldTest[] = [{ name: "orders", steps: [click("Place order")] }];
const RED: readonly ToldTest[] = [
  ...GREEN,
  { name: "waits", outcome: "failed", failure: "Test timeout of 30000ms exceeded." },
  { name: "counts", outcome: "failed", failure: "AssertionError: expected 1 to equal 2" },
  { name: "races", failedFirst: "expected the list to hold 3 items" },
  { name: "odd", outcome: "errored", failure: "something nobody has seen before" },
];
const DONE = ["run.recorded", "analysis.finished", "curation.finished", "proposals.finished"];

/** A command that leaves this text as a recorder would, prints, and ends with a status. */
async function treeWithCommand(tests: readonly ToldTest[], status: number) {
  const tree = await learningTree();
  tree.put("told.ndjson", runText(tests));
  const script = `cp told.ndjson "$ASSAY_RUN_FOLDER/r.ndjson"; echo printed; echo warned >&2; exit ${status}`;
  return { tree, command: ["--", "sh", "-c", script] };
}

describe("a run's command", () => {
  test("K-086 its output is its own: learning is told on standard error, after the verdict", async () => {
    const { tree, command } = await treeWithCommand(GREEN, 0);
    const finished = await tree.assay(["run", ...AT, ...command]);
    expect(finished).toMatchObject({ status: 0, stdout: "printed\n" });
    const [warned, verdict, ...curation] = told(finished);
    expect(warned).toBe("warned");
    expect(verdict).toMatch(/^assay: pass · 1 test, 1 passed, 0 failed · run [0-9a-f]{8}$/);
    expect(curation.length).toBeGreaterThan(2);
    for (const line of curation) expect(line).toMatch(/^curation: /);
  });

  test.each([0, 1, 7])(
    "K-002 it ends with the status %i of the command, whatever learning does",
    async (status) => {
      const { tree, command } = await treeWithCommand(status === 0 ? GREEN : RED, status);
      // A file where the folder of records must be, so that curation cannot write.
      tree.put(".assay/knowledge", "not a folder");
      const finished = await tree.assay(["run", ...command]);
      expect(finished).toMatchObject({ status, stdout: "printed\n" });
      expect(finished.stderr).toMatch(status === 0 ? /assay: pass/ : /assay: fail/);
      expect(finished.stderr).toMatch(/curation: run [0-9a-f]{8} waits: it failed \(.*a file stands where/);
    },
  );

  test("K-002 a damaged ledger, unreadable secrets and no repository are told, and change no status", async () => {
    const { tree, command } = await treeWithCommand(GREEN, 0);
    tree.put(
      ".git/assay/ledger.db",
      "this is no database, and long enough to be read as a header of one".repeat(9),
    );
    expect(await tree.assay(["run", ...command])).toMatchObject({ status: 0, stdout: "printed\n" });
    rmSync(join(tree.folder, ".git/assay"), { recursive: true });
    mkdirSync(join(tree.folder, ".assay/local/secrets"), { recursive: true });
    const unmasked = await tree.assay(["run", ...command]);
    expect(unmasked).toMatchObject({ status: 0, stdout: "printed\n" });
    expect(unmasked.stderr).toMatch(/the secrets cannot be read[\s\S]*assay: pass · .* · not recorded/);
    expect(readdirSync(join(tree.folder, ".git"))).not.toContain("assay");
    rmSync(join(tree.folder, ".git"), { recursive: true });
    const outside = await tree.assay(["run", "--", "sh", "-c", "exit 4"]);
    expect(outside).toMatchObject({ status: 4, stdout: "" });
    expect(told(outside)).toEqual([
      expect.stringMatching(/^assay: .* is not in a git repository/),
      "assay: fail · no tests · not recorded",
    ]);
  });

  test("a signal ends it as a shell would tell, and it is an error even where all tests passed", async () => {
    const { tree } = await treeWithCommand(GREEN, 0);
    const script = 'cp told.ndjson "$ASSAY_RUN_FOLDER/r.ndjson"; kill -TERM $$';
    const finished = await tree.assay(["run", "--", "sh", "-c", script]);
    expect(finished.status).toBe(128 + 15);
    expect(finished.stderr).toMatch(/assay: error · 1 test, 1 passed/);
  });

  test("reports that it wrote are read where no recorder is, and old ones are not", async () => {
    const tree = await learningTree();
    const junit = (name: string) =>
      `<testsuite name="s" tests="1"><testcase classname="a.B" name="${name}" time="0.1"/></testsuite>`;
    tree.put("out/old.xml", junit("old"));
    tree.put("new.txt", junit("new"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const command = ["--", "sh", "-c", "cp new.txt out/new.xml"];
    const byFlag = await tree.assay(["run", "--report", "out/*.xml", ...command]);
    expect(byFlag.stderr).toMatch(/^assay: pass · 1 test, 1 passed/);
    tree.put(".assay/config.yaml", 'version: 1\nreports: ["out/**/*.xml"]\n');
    rmSync(join(tree.folder, ".git/assay"), { recursive: true });
    expect((await tree.assay(["run", ...command])).stderr).toMatch(/assay: pass · 1 test, 1 passed/);
  });

  test("without a report its output is what is explained", async () => {
    const tree = await learningTree();
    const script =
      "echo 'npm error code ENOSPC'; echo 'npm error nospc ENOSPC: no space left on device, write'; exit 1";
    const finished = await tree.assay(["run", "--job", "unit", "--", "sh", "-c", script]);
    expect(finished.stderr).toMatch(/assay: fail · no tests/);
    const { document } = await tree.json(["runs", "list"]);
    expect(document.runs).toMatchObject([{ verdict: "fail", causes: { environment: 1 }, job: "unit" }]);
  });

  test("its arguments after -- are its own, and a program that is not there is an error", async () => {
    const tree = await learningTree();
    const echoed = await tree.assay(["run", "--", "echo", "--json", "--help", "-h", "a=b"]);
    expect(echoed).toMatchObject({ status: 0, stdout: "--json --help -h a=b\n" });
    const missing = await tree.assay(["run", "--", "no-such-program-anywhere"]);
    expect(missing).toMatchObject({ status: 2, stdout: "" });
    expect(missing.stderr).toContain("[command_missing]");
    const denied = join(tree.folder, "denied.sh");
    writeFileSync(denied, "#!/bin/sh\n");
    chmodSync(denied, 0o600);
    expect((await tree.assay(["run", "--", denied])).stderr).toContain("[command_denied]");
    expect((await tree.assay(["run"])).stderr).toContain("no command is named");
  });
});

describe("the jobs after a verdict", () => {
  test("K-003 they are analysis, curation and proposals, in this order", async () => {
    const tree = await learningTree();
    await tree.ingest(runText(RED));
    expect(await typesOfOnlyRun(tree.folder)).toEqual(DONE);
  });

  test("K-005 K-006 every failing test has exactly one cause of the closed set", async () => {
    const tree = await learningTree();
    const causes = [
      "app_bug",
      "test_bug",
      "flaky",
      "environment",
      "timeout",
      "config",
      "model_error",
      "unknown",
    ];
    const { stderr } = await tree.ingest(runText(RED));
    const run = /run ([0-9a-f]{8})/.exec(stderr)?.[1] ?? "";
    const { document } = await tree.json(["runs", "show", run]);
    const tests = document.failures.map(({ test: name }: { test: string }) => name);
    expect(tests).toEqual(["checkout.waits", "checkout.counts", "checkout.odd", "checkout.races"]);
    for (const { cause } of document.failures) expect(causes).toContain(cause);
    expect(document.causes).toMatchObject({ timeout: 1, flaky: 1 });
    expect(document.failures[3]).toMatchObject({ cause: "flaky", history: ["flaky"] });
  });

  test("K-010 without an eval corpus the proposals job does nothing, and that is no error", async () => {
    const tree = await learningTree();
    const { stderr } = await tree.ingest(runText(GREEN));
    const [events] = (await learningEvents(tree.folder)).values();
    expect(events?.at(-1)).toMatchObject({ type: "proposals.finished", data: { skipped: "no-eval-corpus" } });
    expect(stderr).not.toMatch(/proposals|waits|failed:/);
  });

  test("K-004 K-011 one budget is shared, and what it does not reach stays queued", async () => {
    const tree = await learningTree();
    const finished = await tree.ingest(runText(GREEN), ["--budget", "0"]);
    expect(finished.stderr).toMatch(/analysis: run [0-9a-f]{8} waits: the time for learning is used up/);
    expect(await typesOfOnlyRun(tree.folder)).toEqual(["run.recorded"]);
    const { document } = await tree.json(["runs", "list"]);
    expect(document.runs).toMatchObject([{ waiting: ["analysis", "curation", "proposals"], learned: null }]);
    expect((await tree.assay(["ingest", "out/report.ndjson", "--budget", "61"])).status).toBe(2);
    expect(await tree.assay(["learn"])).toMatchObject({ status: 0 });
    expect(await typesOfOnlyRun(tree.folder)).toEqual(DONE);
    expect(await tree.records()).toHaveLength(1);
  });

  test("K-012 the next local run goes on with the queue, and a run in CI does not", async () => {
    const tree = await learningTree();
    await tree.ingest(runText(GREEN), ["--detach"]);
    await tree.ingest(runText([{ name: "other" }]), [], { CI: "1" });
    expect(await tree.records()).toHaveLength(0);
    await tree.ingest(runText([{ name: "third" }]));
    expect(await tree.records()).toHaveLength(1);
    for (const events of (await learningEvents(tree.folder)).values())
      expect(events.map(({ type }) => type)).toEqual(DONE);
  });

  test("K-013 --detach leaves all of it for later", async () => {
    const { tree, command } = await treeWithCommand(GREEN, 0);
    const finished = await tree.assay(["run", "--detach", ...command]);
    expect(finished.status).toBe(0);
    expect(told(finished).at(-1)).toMatch(/^analysis: run [0-9a-f]{8} waits: as you asked; `assay learn`/);
    expect(await typesOfOnlyRun(tree.folder)).toEqual(["run.recorded"]);
    expect(tree.bytes()).toEqual({});
  });

  test("a job that fails stays queued, is parked after three times, and goes on when a person asks", async () => {
    const tree = await learningTree();
    // A file where the lock must be: records can be read, and none written.
    tree.put(".assay/local", "not a folder");
    await tree.ingest(runText(GREEN));
    for (const name of ["b", "c"]) await tree.ingest(runText([{ name }]));
    const { document } = await tree.json(["inbox"]);
    expect(document.needsYou).toMatchObject([{ kind: "queue", text: expect.stringContaining("curation") }]);
    const before = (await learningEvents(tree.folder)).size;
    await tree.ingest(runText([{ name: "d" }]));
    expect((await learningEvents(tree.folder)).size).toBe(before + 1);
    rmSync(join(tree.folder, ".assay/local"));
    expect(await tree.assay(["learn"])).toMatchObject({ status: 0 });
    expect(await tree.records()).toHaveLength(1);
    expect((await tree.json(["inbox"])).document.needsYou).toEqual([]);
  });
});
