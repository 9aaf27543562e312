import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { learningTree } from "../support/learning-tree.ts";
import { shell } from "../support/run-assay.ts";
import { click, runText, type ToldStep, type ToldTest } from "../support/run-text.ts";

/** The records that one run of one test with these steps leaves, in a fresh repository. */
async function learnedFrom(steps: readonly ToldStep[], more: Partial<ToldTest> = {}) {
  const tree = await learningTree();
  await tree.ingest(runText([{ name: "orders", steps, ...more }]));
  return tree.records();
}

const typesOf = async (...steps: readonly ToldStep[]) =>
  (await learnedFrom(steps)).map(({ type }) => type).sort();

describe("what becomes a candidate", () => {
  test("K-015 a step that passed its check and acted on exactly one element gives one fact", async () => {
    const records = await learnedFrom([click("Place order")]);
    expect(records).toMatchObject([
      {
        kind: "fact",
        anchors: ["element:/checkout#button[Place order]", "page:/checkout", "test:checkout/orders"],
        evidence: { matched: 1, check: "passed", complete: true },
      },
    ]);
  });

  test("K-016 none, two or unknown elements, and a check that did not pass, give no such fact", async () => {
    const { check: _, ...unchecked } = click("d");
    const { matched: _matched, ...uncounted } = click("e");
    const steps = [click("a", "/x", { matched: 0 }), click("b", "/x", { matched: 2 })];
    expect(await typesOf(...steps, click("c", "/x", { check: "failed" }), unchecked, uncounted)).toEqual([]);
    const reported = { name: "load", value: 12, unit: "ms" };
    expect(await typesOf(click("b", "/x", { matched: 2, reported }))).toEqual(["measurement"]);
  });

  test("K-017 K-018 K-019 moving to a page comes before a locator that is known, and that before behaviour", async () => {
    const moved = { urlAfter: "https://shop.example/thanks" };
    const { locator: _, ...blind } = click("Go");
    expect(await typesOf(click("Go", "/checkout", moved))).toEqual(["navigational"]);
    expect(await typesOf({ ...blind, ...moved })).toEqual(["navigational"]);
    expect(await typesOf(click("Go"))).toEqual(["selector"]);
    expect(await typesOf(blind)).toEqual(["behavioral"]);
  });

  test("K-020 K-021 a reported value and the actual value of a passing check are measurements", async () => {
    const check = {
      action: "expect.toHaveText",
      locator: "getByRole('status')",
      matched: 1,
      expected: "Paid",
    };
    const passed: ToldStep = { ...check, actual: "Paid", check: "passed" };
    const failed: ToldStep = { ...check, actual: "Due", check: "failed" };
    const report: ToldStep = { action: "report", reported: { name: "items", value: 3 } };
    const measured = async (step: ToldStep) =>
      (await learnedFrom([step])).filter(({ type }) => type === "measurement").map(({ claim }) => claim);
    expect(await measured(passed)).toEqual([expect.stringContaining("Paid")]);
    expect(await measured(failed)).toEqual([]);
    expect(await measured(report)).toEqual([expect.stringMatching(/reported items/)]);
  });

  test("K-022 K-023 a timeout, a flake and the environment warn; other causes do not", async () => {
    const cautions = async (told: Partial<ToldTest>) =>
      (await learnedFrom([], told)).map(({ kind, root_cause }) => `${kind} ${root_cause}`);
    const failed = (failure: string) => cautions({ outcome: "failed", failure });
    expect(await failed("Test timeout of 30000ms exceeded.")).toEqual(["caution timeout"]);
    expect(await cautions({ failedFirst: "expected 1 to be 2" })).toEqual(["caution flaky"]);
    expect(await failed("Error: ENOSPC: no space left on device, write")).toEqual(["caution environment"]);
    expect(await failed("AssertionError: expected 1 to equal 2")).toEqual([]);
    expect(await failed("something nobody has seen before")).toEqual([]);
  });

  test("K-024 K-025 K-026 without a model no procedure is written, of however many checked steps", async () => {
    const records = await learnedFrom([click("a"), click("b"), click("c")]);
    expect(records.map(({ kind }) => kind)).toEqual(["fact", "fact", "fact"]);
    expect((await learnedFrom([click("a")])).map(({ kind }) => kind)).toEqual(["fact"]);
  });

  test("K-027 a run gives at most 50, and names what fell off", async () => {
    const tree = await learningTree();
    const steps = Array.from({ length: 70 }, (_, index) => click(`Button ${index}`));
    const { stderr } = await tree.ingest(runText([{ name: "many", steps }]));
    expect(stderr).toContain("curation: 50 learned change(s) applied");
    expect(await tree.records()).toHaveLength(50);
  });

  test("K-028 equal ones are merged before the cap is counted", async () => {
    const tree = await learningTree();
    const distinct = Array.from({ length: 50 }, (_, index) => click(`Button ${index}`));
    const tests = Array.from({ length: 4 }, (_, index) => ({ name: `t${index}`, steps: distinct }));
    const { stderr } = await tree.ingest(runText(tests));
    expect(stderr).toContain("curation: added 50, confirmed 0");
    expect(await tree.records()).toHaveLength(50);
  });

  test("K-014 K-040 no network is asked: templates write every record", async () => {
    const tree = await learningTree();
    tree.put("no-network.mjs", NO_NETWORK);
    tree.put("r.ndjson", runText([{ name: "orders", steps: [click("a")], failedFirst: "no" }]));
    const env = { NODE_OPTIONS: `--import ${join(tree.folder, "no-network.mjs")}` };
    expect(await tree.assay(["ingest", "r.ndjson"], env)).toMatchObject({ status: 0 });
    const records = await tree.records();
    expect(records.map(({ curated_by }) => curated_by)).toEqual(["template", "template"]);
  });
});

/** Ends the process where anything reaches for the network. */
const NO_NETWORK = `
import { Socket } from "node:net";
import dns from "node:dns";
const refuse = () => process.exit(99);
Socket.prototype.connect = refuse;
dns.lookup = refuse;
globalThis.fetch = refuse;
`;

describe("secrets", () => {
  const TOKEN = "tok-9f8e7d6c5b4a/secret+value";

  test("K-029 L-012 none reaches the disk through any field, the command's output or its arguments", async () => {
    const tree = await learningTree();
    tree.put(".assay/local/secrets", `API_TOKEN=${TOKEN}\n`);
    const encoded = encodeURIComponent(TOKEN);
    const base64 = Buffer.from(`user:${TOKEN}`).toString("base64");
    const step: ToldStep = click(`Pay ${TOKEN}`, `/pay?token=${encoded}`, {
      locator: `getByText('${TOKEN}')`,
      actual: TOKEN,
      expected: TOKEN,
      error: `no ${TOKEN}`,
      reported: { name: TOKEN, value: TOKEN, unit: TOKEN },
    });
    const told: ToldTest = { name: `with ${TOKEN}`, suites: [TOKEN], file: `${TOKEN}.ts`, steps: [step] };
    const tests: readonly ToldTest[] = [
      told,
      {
        ...told,
        name: `fails ${TOKEN}`,
        outcome: "failed",
        failure: `timeout waiting for ${TOKEN}, ${base64}`,
      },
      { ...told, name: `races ${TOKEN}`, failedFirst: `first ${TOKEN}` },
    ];
    const text = runText(tests, { error: `setup of ${TOKEN} failed` });
    tree.put("out/report.ndjson", text);
    expect((await tree.assay(["ingest", "out/report.ndjson"])).status).toBe(0);
    const script = `echo "token ${TOKEN}"; exit 1`;
    expect((await tree.assay(["run", "--job", "j", "--", "sh", "-c", script, TOKEN])).status).toBe(1);
    expect((await tree.records()).length).toBeGreaterThan(1);
    const forms = [TOKEN, encoded, base64.slice(8, -4)];
    for (const form of forms) {
      const { stdout } = await shell(`grep -rlaF --exclude=secrets --exclude-dir=out -e "$FORM" . || true`, {
        cwd: tree.folder,
        env: { FORM: form },
      });
      expect(stdout, form).toBe("");
    }
  });

  test("K-029 without readable secrets nothing is recorded", async () => {
    const tree = await learningTree();
    tree.put(".assay/local/secrets/file", "x");
    tree.put("r.ndjson", runText([{ name: "orders", steps: [click("a")] }]));
    const { status, stderr } = await tree.assay(["ingest", "r.ndjson"]);
    expect({ status, stderr }).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("secrets_unreadable"),
    });
    expect(tree.bytes()).toEqual({});
    expect((await shell("ls .git/assay", { cwd: tree.folder })).status).not.toBe(0);
  });
});
