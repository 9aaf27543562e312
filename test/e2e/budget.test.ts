import { describe, expect, test } from "vitest";
import { learningTree } from "../support/learning-tree.ts";
import { spender } from "../support/spend.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const QA =
  "{name: qa, type: agentRole, agentRole: ci-resolver, returnTo: product-feature-builder, maxReturns: 2}";
const BUILD = "{name: build, type: agentRole, agentRole: product-feature-builder}";
const workflow = (name: string, weeklyUSD: string) =>
  `  - name: ${name}\n    steps: [${BUILD}, ${QA}]\n    budget: {group: qa, weeklyUSD: ${weeklyUSD}, scheduled: true}\n`;

describe("assay budget", () => {
  test("where nothing was spent it says how a cap is set", async () => {
    const tree = await learningTree();
    const { status, stdout, stderr } = await tree.assay(["budget"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("Nothing was spent on models yet.");
    expect(stdout).toContain("$15.00 left of $15.00");
    expect(stdout.replace(/\s+/g, " ")).toContain("`assay config --help` says how");
    const { document } = await tree.json(["budget"]);
    expect(document).toMatchObject({
      kind: "budget",
      model: null,
      groups: [
        { group: "qa", workflows: ["ci-triage", "qa-weekly-sweep"], weeklyUSD: "15.00", leftUSD: "15.00" },
      ],
      runs: [],
      calls: null,
      total: 0,
    });
  });

  test("C-096 C-098 C-100 workflows of one group share its cap: spent, set aside and left of any seven days", async () => {
    const tree = await learningTree();
    tree.put(
      ".assay/config.yaml",
      `workflows:\n${workflow("change", '"15.00"')}${workflow("change-quick", '"15.00"')}`,
    );
    const spend = spender(tree.folder);
    const now = Date.now();
    const old = "change-shop.cart.1.1";
    await spend.start(old, "4.00", "15.00", now - 9 * DAY);
    await spend.call({ account: old, usd: "3.00", costUSD: "3.00", at: now - 8 * DAY });
    await spend.end(old, now - 8 * DAY);
    const recent = "change-shop.cart.2.1";
    await spend.start(recent, "4.00", "15.00", now - 3 * DAY);
    await spend.call({ account: recent, usd: "2.00", costUSD: "1.25", at: now - 3 * DAY });
    await spend.end(recent, now - 2 * DAY);
    await spend.start("change-shop.cart.3.1", "4.00", "15.00", now - HOUR);

    const { document } = await tree.json(["budget"]);
    const [group] = document.groups;
    expect(document.groups).toHaveLength(1);
    expect(group).toMatchObject({
      group: "qa",
      workflows: ["change-quick", "change", "ci-triage", "qa-weekly-sweep"],
      weeklyUSD: "15.00",
      spentUSD: "1.25",
      reservedUSD: "4.00",
      leftUSD: "9.75",
      runs: 2,
    });
    expect(Date.parse(group.roomAt)).toBe(now - 2 * DAY + 7 * DAY);
    const stdout = (await tree.assay(["budget"])).stdout.replace(/\s+/g, " ");
    expect(stdout).toContain("$9.75 left of $15.00");
    expect(stdout).toContain("shared by change-quick, change");
  });

  test("C-058 C-095 each round's spend stays with its step, and the run's sum has all of them", async () => {
    const tree = await learningTree();
    const spend = spender(tree.folder);
    const account = "change-shop.cart.7.1";
    const now = Date.now();
    const call = (round: number, attempt: number, costUSD: string | null, ago: number) =>
      spend.call({ account, place: { round, attempt }, usd: "0.50", costUSD, at: now - ago });
    await call(1, 1, "0.40", 12 * DAY);
    await call(1, 1, "0.10", 12 * DAY - HOUR);
    await call(1, 2, "0.75", 9 * DAY);
    await call(2, 1, null, HOUR);
    const { document } = await tree.json(["budget", "--account", account, "--calls"]);
    const [run] = document.runs;
    expect(run).toMatchObject({ account, spentUSD: "1.75", overUSD: "0.25", calls: 4 });
    expect(
      run.places.map(({ round, attempt, spentUSD }: Record<string, unknown>) => [round, attempt, spentUSD]),
    ).toEqual([
      [1, 1, "0.50"],
      [1, 2, "0.75"],
      [2, 1, "0.50"],
    ]);
    expect(document.calls.map(({ state, costUSD }: Record<string, unknown>) => [state, costUSD])).toEqual([
      ["expired", "0.50"],
      ["settled", "0.75"],
      ["settled", "0.10"],
      ["settled", "0.40"],
    ]);
    expect(document.calls.at(-1)).toMatchObject({
      purpose: "engineer",
      model: "anthropic/claude-opus-5",
      inputTokens: 12_000,
      cacheReadTokens: 4_000,
      outputTokens: 900,
      latencyMs: 2_300,
    });
    const printed = await tree.assay(["budget", "--calls"]);
    // Rows are wrapped where the terminal ends.
    const stdout = printed.stdout.replace(/\s+/g, " ");
    expect(stdout).toContain("qa, round 1, attempt 2: $0.75");
    expect(stdout).toContain("$0.25 above what was set aside");
    expect(stdout).toContain("12,000 tokens in (4000 from a cache), 900 out");
    expect(stdout).toContain("1 run, $1.75 in all");
    expect((await tree.json(["budget", "--account", "change-none"])).document).toMatchObject({
      runs: [],
      total: 0,
    });
  });

  test("L-036 a model without a price is named as one that is not asked; a price of the settings mends it", async () => {
    const tree = await learningTree();
    const model = "model: {provider: openai-compatible, model: local, url: http://127.0.0.1:9}\n";
    tree.put(".assay/config.yaml", model);
    expect((await tree.assay(["budget"])).stdout).toContain("openai-compatible/local has no price");
    expect((await tree.json(["budget"])).document.model).toMatchObject({ price: null, from: null });
    tree.put(".assay/config.yaml", `${model}prices: {openai-compatible/local: {input: 0.5, output: 2}}\n`);
    expect((await tree.json(["budget"])).document.model).toMatchObject({
      price: { input: 0.5, output: 2 },
      from: "settings",
    });
  });
});

describe("assay config with workflows", () => {
  test("C-050 C-051 C-052 the keys of a step are read as they are written, and shown", async () => {
    const tree = await learningTree();
    tree.put(".assay/config.yaml", `workflows:\n${workflow("change", '"15.00"')}`);
    const { status, document } = await tree.json(["config"]);
    expect(status).toBe(0);
    const { value, line } = document.settings.find(({ key }: { key: string }) => key === "workflows");
    expect(line).toBe(1);
    expect(value.find(({ name }: { name: string }) => name === "change").steps[1]).toEqual({
      name: "qa",
      type: "agentRole",
      agentRole: "ci-resolver",
      returnTo: "product-feature-builder",
      maxReturns: 2,
      maxAttempts: 3,
      maxBudgetUSD: "4.00",
    });
    expect((await tree.assay(["config"])).stdout).toContain("2 times back to product-feature-builder");
    tree.put(
      ".assay/config.yaml",
      `workflows:\n${workflow("change", '"15.00"').replace(", maxReturns: 2", "")}`,
    );
    const again = (await tree.json(["config"])).document.settings;
    const set = again.find(({ key }: { key: string }) => key === "workflows").value;
    expect(set.find(({ name }: { name: string }) => name === "change").steps[1].maxReturns).toBe(2);
  });

  test("C-026 C-027 by default the QA engineer stands after the builder and before the reviewers", async () => {
    const tree = await learningTree();
    const { document } = await tree.json(["config"]);
    const { value } = document.settings.find(({ key }: { key: string }) => key === "workflows");
    const names = value.map(
      ({ name, steps }: { name: string; steps: { name: string; agentRole: string }[] }) => [
        name,
        ...steps.map(({ name: step, agentRole }) => `${step}: ${agentRole}`),
      ],
    );
    expect(names).toEqual([
      ["change-quick", "build: product-feature-builder", "qa: ci-resolver", "review: quality-reviewer"],
      ["change", "build: product-feature-builder", "ci: ci-resolver", "review: quality-reviewer"],
      ["ci-triage", "triage: ci-resolver"],
      ["qa-weekly-sweep", "sweep: ci-resolver"],
    ]);
  });

  test("C-099 C-100 a group has one sum, as a decimal string; anything else is refused with its line and the way out", async () => {
    const tree = await learningTree();
    const refused = async (text: string) => {
      tree.put(".assay/config.yaml", text);
      const { status, stderr } = await tree.assay(["config"]);
      expect(status).toBe(2);
      return stderr.replace(/\s+/g, " ");
    };
    const two = await refused(
      `workflows:\n${workflow("ci-triage", '"20.00"')}${workflow("qa-weekly-sweep", '"15.00"')}`,
    );
    expect(two).toContain(".assay/config.yaml:7: workflows[1].budget.weeklyUSD");
    expect(two).toContain("write the same weeklyUSD in every workflow of group qa");
    const number = await refused(`workflows:\n${workflow("change", "15.5")}`);
    expect(number).toContain(".assay/config.yaml:4: workflows[0].budget.weeklyUSD");
    expect(number).toContain('write it in quotes: "15.5"');
    tree.put(
      ".assay/config.yaml",
      `workflows:\n${workflow("ci-triage", '"20.00"')}${workflow("qa-weekly-sweep", '"20.00"')}`,
    );
    expect((await tree.json(["budget"])).document.groups).toMatchObject([
      { weeklyUSD: "20.00", leftUSD: "20.00" },
    ]);
  });
});
