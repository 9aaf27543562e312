import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { WatchRan } from "../../cli/do-duties.ts";
import type { LearnedPull } from "../../cli/learn-pulled.ts";
import type { RequestDiff } from "../../knowledge/index.ts";
import { readRecordFile } from "../../knowledge/record/record-file.ts";
import { learningTree } from "../support/learning-tree.ts";
import { ARTIFACT, junit, ranWith, reportsZip } from "../support/pull/reports.ts";
import { shell } from "../support/run-assay.ts";
import { click, runText } from "../support/run-text.ts";
import { SHOP, type TriageWorldOptions } from "../support/triage/triage-world.ts";
import { watchWorld } from "../support/watch-world.ts";

const SLOW = reportsZip({ "reports/junit.xml": junit(["adds"], "pays") });
const ROOT = ".assay/knowledge/";

/** A shop whose runs are learned from, looked at once. */
async function learningShop(options: TriageWorldOptions = {}) {
  const world = await watchWorld({ artifact: ARTIFACT, ...options });
  const watch = (...args: readonly string[]) => world.json<WatchRan>("watch", "run", ...args);
  await watch();
  return {
    ...world,
    watch,
    pull: (...args: readonly string[]) => world.json<LearnedPull>("learn", "--pull", SHOP, ...args),
    /** Another tip, whose CI ends with these reports. */
    tip(reports: Uint8Array | null) {
      const sha = world.repo.pushCommit("main", { "notes.md": `${world.github.requests.length}\n` });
      const run = ranWith(world.repo, reports, { sha });
      world.pass(10);
      return run;
    },
    asked: () =>
      world.github.requests
        .filter(({ kind }) => kind === "api")
        .map(({ method, path }) => `${method} ${path}`),
    /** What the request adds to the default branch, by path. */
    async added(branch = "") {
      const { files } = await world.json<RequestDiff>("proposal", "request", "diff", SHOP);
      return new Map(
        files.map(({ path }) => {
          expect(world.repo.file(path)).toBeNull();
          return [path, world.repo.file(path, branch) ?? ""];
        }),
      );
    },
  };
}

describe("learning from what runs of a default branch left", () => {
  test("C-002 K-070 a look reads the reports of a run, without running anything, and proposes candidates alone", async () => {
    const shop = await learningShop();
    const run = shop.tip(SLOW);
    shop.github.requests.length = 0;
    const { done, undone } = await shop.watch();
    expect(undone).toEqual([]);
    expect(done).toMatchObject([
      {
        repository: SHOP,
        learn: {
          kind: "pulled",
          tip: shop.repo.tip(),
          runs: [{ id: run, attempt: 1, learned: [expect.any(String)], why: null }],
          proposed: { result: "done", steps: ["commit", "open"] },
        },
      },
    ]);
    const proposed = done[0]?.learn?.proposed;
    const request = proposed?.request;
    const added = await shop.added(proposed?.request.branch);
    expect(added.size).toBe(1);
    for (const [path, text] of added) {
      expect(path.startsWith(ROOT)).toBe(true);
      const file = await readRecordFile(path.slice(ROOT.length), text);
      expect(file).toMatchObject({
        kind: "record",
        record: { kind: "caution", status: "candidate", origin: "ci", root_cause: "timeout" },
      });
    }
    const { body, pull } = shop.repo.issue(request?.number ?? 0);
    expect(pull?.headBranch).toBe(request?.branch);
    expect(body).toContain(`/actions/runs/${run}`);
    // Reading is all that is asked of CI, and nothing goes to the default branch or into the clone.
    expect(shop.asked().filter((one) => /\/actions\//.test(one) && !one.startsWith("GET "))).toEqual([]);
    expect(readdirSync(join(shop.clone, ".assay")).sort()).toEqual(["config.yaml"]);
    const { stdout } = await shop.run("runs", "list", "--json");
    expect(JSON.parse(stdout).runs).toMatchObject([{ branch: "main", mode: "ci", job: "CI", waiting: [] }]);
  });

  test("the next run confirms it and proposes nothing more, and a look that finds nothing new asks nothing more", async () => {
    const shop = await learningShop();
    shop.tip(SLOW);
    const first = (await shop.watch()).done[0]?.learn;
    shop.tip(SLOW);
    shop.github.requests.length = 0;
    const second = (await shop.watch()).done[0]?.learn;
    expect(second).toMatchObject({ runs: [{ learned: [expect.any(String)] }], proposed: null });
    expect(second?.runs[0]?.learned).not.toEqual(first?.runs[0]?.learned);
    const { runs } = JSON.parse((await shop.run("runs", "list", "--json")).stdout);
    expect(runs.map(({ learned }: { learned: object }) => learned)).toMatchObject([
      { added: 0, confirmed: 1 },
      { added: 1, confirmed: 0 },
    ]);
    expect(shop.asked().filter((one) => one.startsWith("POST /repos/"))).toEqual([]);
    shop.pass(10);
    shop.github.requests.length = 0;
    expect(await shop.watch()).toMatchObject({ changed: [], due: [], done: [] });
    expect(shop.asked()).toEqual(["POST /graphql Heads"]);
  });

  test("K-072 what contradicts a record is proposed as a change for a person, and the record stays as it is, byte for byte", async () => {
    const pays = (to: string) =>
      runText([{ name: "pays", steps: [click("Pay", "/cart", { urlAfter: `https://shop.example${to}` })] }]);
    const team = await learningTree();
    await team.ingest(pays("/paid"), ["--at", "2026-01-01T10:00:00Z"]);
    const records = Object.entries(team.bytes()).filter(([path]) => path.startsWith(ROOT));
    expect(records).toHaveLength(1);
    const shop = await learningShop({ files: Object.fromEntries(records) });
    shop.tip(reportsZip({ "run.ndjson": pays("/thanks") }));
    const { done } = await shop.watch();
    const proposed = done[0]?.learn?.proposed;
    const added = await shop.added(proposed?.request.branch);
    expect([...added.keys()]).toEqual([expect.stringMatching(/^\.assay\/proposals\/prop_\w+\.yaml$/)]);
    expect([...added.values()][0]).toContain("op: Supersede");
    for (const [path, text] of records)
      for (const branch of ["main", proposed?.request.branch ?? ""])
        expect(shop.repo.file(path, branch)).toBe(text);
  });

  test("a fork's and a pull request's artifacts are never read, one that is gone or a bomb is told", async () => {
    const shop = await learningShop();
    const topic = shop.repo.pushCommit("topic", { "b.txt": "1\n" });
    shop.repo.openPull({ head: "topic", title: "A change" });
    ranWith(shop.repo, SLOW, { sha: topic });
    const fork = shop.github.fork(shop.repo, "mallory");
    const theirs = fork.pushCommit("main", { "evil.txt": "1\n" });
    const from = shop.github.state.repositories.get("mallory/shop");
    if (from === undefined) throw new Error("there is no fork");
    const evil = shop.repo.startRun(theirs, { branch: "main", event: "pull_request", from });
    shop.repo.artifact(evil, { name: ARTIFACT, zip: SLOW });
    const bomb = reportsZip({ "junit.xml": `<testsuites>${" ".repeat(70 * 1024 * 1024)}</testsuites>` });
    const gone = ranWith(shop.repo, SLOW, { workflow: { name: "Old" }, keptFor: 1 });
    const run = shop.tip(bomb);
    shop.github.requests.length = 0;
    const pulled = await shop.pull();
    expect(pulled).toMatchObject({ kind: "pulled", proposed: null });
    expect(pulled.runs.map(({ id, learned, why }) => [id, learned.length, why])).toEqual([
      [gone, 0, "expired"],
      [run, 0, "archive_refused"],
    ]);
    expect(shop.asked().filter((one) => one.includes(`/${evil}/`))).toEqual([]);
    shop.tip(null);
    await shop.watch();
    const told = await shop.run("learn", "--pull", SHOP);
    expect(told.status).toBe(0);
    expect(told.stdout).toContain("No run has ended that was not read before.");
  });

  test("a repository that is not watched, one that was not looked at, and a setting that turns it off are told", async () => {
    const world = await watchWorld({ artifact: ARTIFACT });
    const other = await world.run("learn", "--pull", "acme/other");
    expect([other.status, other.stdout]).toEqual([2, ""]);
    expect(other.stderr).toContain("[watch_unknown]");
    const unseen = await world.run("learn", "--pull", SHOP);
    expect(unseen.status).toBe(1);
    expect(unseen.stdout.replace(/\s+/g, " ")).toContain("`assay watch run --repository acme/shop` is one");
    const off = await watchWorld();
    await off.json("watch", "run");
    expect((await off.run("learn", "--pull", SHOP)).stdout).toContain(
      "watch.artifact of the settings is null",
    );
  });

  test("what was pulled of another repository is kept under its name, and not shown as this clone's", async () => {
    const shop = await learningShop();
    await shell(`git remote add origin ${shop.github.web}/acme/settings.git`, { cwd: shop.clone });
    shop.tip(SLOW);
    expect((await shop.watch()).done[0]?.learn?.runs[0]?.learned).toHaveLength(1);
    expect(JSON.parse((await shop.run("runs", "list", "--json")).stdout).runs).toEqual([]);
    expect(await shop.inLedger((ledger) => ledger.streams("learning/"))).toEqual([
      expect.stringMatching(/^learning\/acme\.shop\/[0-9a-f]{32}$/),
    ]);
  });
});
