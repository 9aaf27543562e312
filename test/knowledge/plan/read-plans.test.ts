import { expect, test } from "vitest";
import { projectFiles } from "../../../knowledge/adapters/files/project-files.ts";
import { findPlan } from "../../../knowledge/plan/find-plan.ts";
import { readPlans } from "../../../knowledge/plan/read-plans.ts";
import { caseValue, planText, planValue, RULES } from "../../support/sample-plan.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function read(files: Readonly<Record<string, string>>) {
  const adapter = projectFiles(temporaryFolder());
  const changes = Object.entries(files).map(([path, after]) => ({ path, before: null, after }));
  await adapter.write(changes);
  return readPlans(adapter, RULES.checkPolicy);
}

test("a project without any has none, and the built-in methods", async () => {
  const { plans, problems, files, methods } = await read({ "README.md": "" });
  expect({ plans, problems, files }).toEqual({ plans: [], problems: [], files: { plans: [], methods: [] } });
  expect([...methods.keys()]).toContain("command-ci");
});

test("a file that cannot be used hides no other; names that are no slugs are told; other files are left alone", async () => {
  const own = { id: "speed", title: "Speed", runner_id: "worktree_run", config_contract: "command" };
  const { plans, methods, problems, files } = await read({
    ".assay/plans/shop.yaml": planText("shop", "speed", { command: "x" }),
    ".assay/plans/broken.yaml": "cases: [",
    ".assay/plans/cart.yml": JSON.stringify(planValue("cart")),
    ".assay/plans/My Plan.yaml": "",
    ".assay/plans/README.md": "hello",
    ".assay/methods/speed.yaml": JSON.stringify({
      ...own,
      verdict_path: "automatic",
      evidence_contract: "e",
    }),
    ".assay/methods/command.yaml": JSON.stringify({ ...own, id: "command" }),
  });
  expect(plans.map(({ slug }) => slug)).toEqual(["shop"]);
  expect(methods.get("speed")).toMatchObject({ title: "Speed" });
  expect(methods.get("command")).toMatchObject({ title: "A command in the work tree" });
  expect([...new Set(problems.map(({ file }) => file))].toSorted()).toEqual([
    ".assay/methods/command.yaml",
    ".assay/plans/My Plan.yaml",
    ".assay/plans/broken.yaml",
    ".assay/plans/cart.yml",
  ]);
  expect(problems.find(({ file }) => file.endsWith("My Plan.yaml"))?.fix).toContain("`my-plan`");
  expect(files.plans).toEqual([".assay/plans/broken.yaml", ".assay/plans/shop.yaml"]);
});

test("a plan that is not there, or cannot be used, is told with the way out", async () => {
  const told = await read({
    ".assay/plans/checkout.yaml": JSON.stringify({ ...planValue("checkout"), cases: [caseValue(), {}] }),
    ".assay/plans/shop.yaml": JSON.stringify(planValue()),
  });
  expect(findPlan(told, "shop").title).toBe("Shop");
  expect(() => findPlan(told, "shpo")).toThrow(
    expect.objectContaining({
      code: "plan_missing",
      hint: expect.stringContaining("`assay plan show shop`"),
    }),
  );
  expect(() => findPlan(told, "x y")).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("`assay plan new SLUG`") }),
  );
  expect(() => findPlan(told, "checkout")).toThrow(
    expect.objectContaining({
      code: "plan_invalid",
      message: expect.stringMatching(
        /^\.assay\/plans\/checkout\.yaml:1: cases\[1\]\.\w+: is missing \(and \d more\)$/,
      ),
      hint: expect.stringContaining("`assay plan validate checkout`"),
    }),
  );
});
