import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type PersonTree, personTree } from "../support/person-tree.ts";
import { assay } from "../support/run-assay.ts";

let tree: PersonTree;
beforeEach(async () => {
  tree = await personTree();
});

const plans = (...args: readonly string[]) => assay(["plan", ...args], { cwd: tree.folder });
const json = (...args: readonly string[]) => tree.asJson(["plan", ...args]);

const CHECKOUT = `version: 1
slug: checkout
title: Checkout
purpose: Nobody may be charged twice.
defaults: {target_env: local}
cases:
  - key: pay
    title: Paying works
    qa_kind: e2e
    method_id: browser-check
    instructions: Put a book into the cart and pay.
    expected_outcome: The page thanks the buyer.
    method_config:
      steps:
        - {action: navigate, route: /cart}
        - {action: click, target: "button[Pay]"}
        - {action: assert, target: "heading[Thank you]", check: visible}
        - {action: screenshot, capture: thanks}
`;
const kind = (words: string) => `
  - key: ${words.toLowerCase().replace(/[^a-z0-9]+/g, "-")}
    title: Something
    qa_kind: ${words}
    method_id: manual
    instructions: Look at it.
    expected_outcome: It is fine.
`;
const browser = (slug: string, method: string, ...steps: readonly string[]) => `slug: ${slug}
title: A page
cases:
  - key: page
    title: The page
    method_id: ${method}
    instructions: Open it.
    expected_outcome: It is there.
    method_config:
      steps:
${steps.map((step) => `        - ${step}`).join("\n")}
`;
const NAVIGATE = "{action: navigate, route: /}";
const SEEN = "{action: assert, target: h1, check: visible}";
const SHOT = "{action: screenshot, capture: first}";

describe("plans are files", () => {
  test("one is written, filled in, listed and checked; never over one that is there", async () => {
    expect(await json("validate")).toMatchObject({ status: 0, document: { result: "none", plans: 0 } });
    expect((await plans("validate")).stdout).toContain("0 plans: nothing was checked");
    expect((await plans("list")).stdout).toBe("no plans: `assay plan new SLUG` writes one\n");

    const written = await plans("new", "checkout", "--method", "browser-check");
    expect(written).toMatchObject({ status: 0, stderr: "" });
    expect(written.stdout).toContain(".assay/plans/checkout.yaml");
    const [, check = ""] = /`(assay plan validate checkout)`/.exec(written.stdout) ?? [];
    expect(await assay(check.split(" ").slice(1), { cwd: tree.folder })).toMatchObject({
      status: 0,
      stdout: "ok  1 plan with 1 case, 0 methods of the project\n",
    });

    tree.put(".assay/plans/checkout.yaml", CHECKOUT);
    const again = await plans("new", "checkout");
    expect(again).toMatchObject({ status: 2, stdout: "" });
    expect(again.stderr).toContain("[plan_exists]");
    expect(tree.textOf(".assay/plans/checkout.yaml")).toBe(CHECKOUT);
    const [, show = ""] = /`assay (plan show checkout)`/.exec(again.stderr) ?? [];
    expect((await assay(show.split(" "), { cwd: tree.folder })).stdout).toContain(
      "Nobody may be charged twice.",
    );

    expect((await json("list")).document).toMatchObject({
      plans: [
        {
          slug: "checkout",
          file: ".assay/plans/checkout.yaml",
          cases: 1,
          blocking: 1,
          methods: ["browser-check"],
        },
      ],
      unusable: [],
    });
    expect((await plans("list")).stdout).toBe(
      "checkout  Checkout\n  1 case, 1 blocking · browser-check\n\n1 plan\n",
    );
  });

  test("a name that is no slug, a method that is not there and a plan that is not there are told with the way out", async () => {
    const named = await plans("new", "My Plan");
    expect(named.status).toBe(2);
    const [, way = ""] = /`assay (plan new my-plan)`/.exec(named.stderr) ?? [];
    expect(await assay(way.split(" "), { cwd: tree.folder })).toMatchObject({ status: 0 });
    const method = await plans("new", "other", "--method", "browser");
    expect(method).toMatchObject({ status: 2, stderr: expect.stringContaining("write `browser-check`") });
    const missing = await plans("show", "my-plam");
    expect(missing).toMatchObject({ status: 2, stderr: expect.stringContaining("[plan_missing]") });
    const [, right = ""] = /`assay (plan show my-plan)`/.exec(missing.stderr) ?? [];
    expect(await assay(right.split(" "), { cwd: tree.folder })).toMatchObject({ status: 0 });
    expect(await plans("validate", "nothing")).toMatchObject({ status: 2 });
    expect(readdirSync(join(tree.folder, ".assay/plans"))).toEqual(["my-plan.yaml"]);
  });

  test("L-024 everything that is wrong is told at once by file and line; a copy is no second plan", async () => {
    tree.put(".assay/plans/checkout.yaml", CHECKOUT);
    tree.put(".assay/plans/checkout-copy.yaml", CHECKOUT);
    tree.put(".assay/plans/old.yml", CHECKOUT);
    tree.put(
      ".assay/plans/search.yaml",
      "slug: search\ntitel: Search\ncases:\n  - key: find\n    method: manual\n",
    );
    tree.put(".assay/methods/manual.yaml", "id: manual\n");
    const { status, document } = await json("validate");
    expect({ status, result: document.result }).toEqual({ status: 1, result: "problems" });
    expect(
      document.problems.map(({ file, line, key }: { file: string; line: number; key: string | null }) =>
        [file.slice(".assay/".length), line, key].join(" "),
      ),
    ).toEqual(
      expect.arrayContaining([
        "plans/checkout-copy.yaml 2 slug",
        "plans/old.yml 1 ",
        "plans/search.yaml 1 title",
        "plans/search.yaml 2 titel",
        "plans/search.yaml 4 cases[0].method_id",
        "plans/search.yaml 5 cases[0].method",
        "methods/manual.yaml 1 title",
      ]),
    );
    const text = await plans("validate", "search");
    expect(text.status).toBe(1);
    expect(text.stdout).toContain(
      ".assay/plans/search.yaml:2\n  titel: means nothing here\n  try: write `title`",
    );
    expect(text.stdout).not.toContain("checkout-copy");
    expect((await json("list")).document.plans).toMatchObject([{ slug: "checkout" }]);
    const shown = await plans("show", "search");
    expect(shown).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("`assay plan validate search`"),
    });
  });

  test("an environment that is not registered, and a secret, are told of; registering it mends it", async () => {
    tree.put(".assay/plans/checkout.yaml", CHECKOUT.replace("target_env: local", "target_env: staging"));
    const { status, document } = await json("validate");
    expect({ status, problems: document.problems }).toMatchObject({
      status: 1,
      problems: [
        {
          line: 7,
          key: "cases[0].target_env",
          fix: expect.stringContaining("{name: staging, kind: preview}"),
        },
      ],
    });
    tree.put(".assay/config.yaml", "environments:\n  - {name: staging, kind: preview}\n");
    expect(await json("validate")).toMatchObject({ status: 0, document: { result: "ok" } });
    expect((await assay(["config"], { cwd: tree.folder })).stdout).toContain(
      "environments  .assay/config.yaml:1\n  staging: kind preview, executable true\n",
    );
    tree.put(".assay/local/secrets", "TOKEN=thank-you-very-much\n");
    tree.put(".assay/plans/checkout.yaml", CHECKOUT.replace("/cart", "/cart?token=thank-you-very-much"));
    const held = await plans("validate");
    expect(held).toMatchObject({ status: 1, stdout: expect.stringContaining("holds a secret") });
    const shown = await plans("show", "checkout");
    expect(held.stdout + shown.stdout).not.toContain("thank-you-very-much");
  });
});

describe("cases", () => {
  test("Q-110 a case is told as JSON by method, instructions, outcome and the steps of its config", async () => {
    tree.put(".assay/plans/checkout.yaml", CHECKOUT);
    const { document } = await json("show", "checkout");
    expect(document.cases).toEqual([
      {
        ...{ key: "pay", title: "Paying works", qa_kind: "e2e", line: 7, method_id: "browser-check" },
        instructions: "Put a book into the cart and pay.",
        expected_outcome: "The page thanks the buyer.",
        method_config: {
          steps: [
            { action: "navigate", route: "/cart" },
            { action: "click", target: "button[Pay]" },
            { action: "assert", target: "heading[Thank you]", check: "visible" },
            { action: "screenshot", capture: "thanks" },
          ],
        },
        ...{ qa_phase: "verification", blocking_mode: "blocking", target_env: "local" },
        ...{ success_policy: null, capability_requirements: [], suite_id: null },
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const text = (await plans("show", "checkout")).stdout;
    expect(text).toContain("- action assert, target heading[Thank you], check visible");
    expect(text).toMatch(/^do +Put a book into the cart and pay\.$/m);
  });

  test("Q-008 Q-009 a kind is any words: the known ones and one that nobody thought of, by the same form", async () => {
    const known = [
      "implementation_review",
      "simulation",
      "smoke",
      "e2e",
      "visual-regression",
      "manual-acceptance",
    ];
    const kinds = [...known, "Carbon footprint, 2nd look"];
    tree.put(".assay/plans/kinds.yaml", `slug: kinds\ntitle: Kinds\ncases:${kinds.map(kind).join("")}`);
    expect(await json("validate")).toMatchObject({ status: 0, document: { result: "ok", cases: 7 } });
    const { document } = await json("show", "kinds");
    expect(document.cases.map(({ qa_kind }: { qa_kind: string }) => qa_kind)).toEqual(kinds);
    const help = (await plans("schema")).stdout;
    for (const one of known) expect(help).toContain(`${one} (`);
  });

  test("Q-092 what a browser does stands in a case of a browser's method, and nowhere else", async () => {
    tree.put(".assay/plans/page.yaml", browser("page", "command", NAVIGATE, SEEN));
    const { status, document } = await json("validate");
    expect({ status, problems: document.problems }).toMatchObject({
      status: 1,
      problems: [
        { key: "cases[0].method_config.command", message: "is missing" },
        { line: 10, key: "cases[0].method_config.steps", message: "means nothing here" },
      ],
    });
    tree.put(".assay/plans/page.yaml", `${browser("page", "browser-check", NAVIGATE, SEEN)}steps: []\n`);
    expect((await json("validate")).document.problems).toMatchObject([{ key: "steps" }]);
    tree.put(".assay/plans/page.yaml", browser("page", "browser-check", NAVIGATE, SEEN));
    expect(await json("validate")).toMatchObject({ status: 0 });
    const { methods } = (await json("list")).document;
    expect(
      methods.filter((one: { runner_id: string }) => one.runner_id === "browser_substrate"),
    ).toMatchObject([
      { id: "browser-check", required_capability_kinds: ["browser-control"], verdict_path: "automatic" },
      { id: "browser-inspection", required_capability_kinds: ["browser-control"], verdict_path: "agent" },
    ]);
  });

  test("a browser-check asserts, a browser-inspection captures, and both begin with a page", async () => {
    const faults = async (...steps: readonly string[]) => {
      const methods = ["browser-check", "browser-inspection"];
      for (const method of methods)
        tree.put(`.assay/plans/${method}.yaml`, browser(method, method, ...steps));
      const { document } = await json("validate");
      return document.problems.map(
        ({ file, message }: { file: string; message: string }) =>
          `${/(\w+)\.yaml/.exec(file)?.[1]} ${message}`,
      );
    };
    expect(await faults(NAVIGATE)).toEqual([
      "check has no assert: nothing is checked",
      "inspection has no screenshot: nothing is there to judge",
    ]);
    expect(await faults(NAVIGATE, SEEN)).toEqual(["inspection has no screenshot: nothing is there to judge"]);
    expect(await faults(SHOT, NAVIGATE, SEEN)).toEqual([
      "check stands before the first navigate",
      "inspection stands before the first navigate",
    ]);
    expect(await faults(NAVIGATE, SEEN, SHOT)).toEqual([]);
  });

  test("a project's own method carries cases, with what its runner needs", async () => {
    tree.put(
      ".assay/methods/lighthouse.yaml",
      `id: lighthouse
title: Speed of a page
runner_id: worktree_run
config_contract: command
verdict_path: automatic
evidence_contract: the report
required_capability_kinds: [docker]
`,
    );
    tree.put(
      ".assay/plans/speed.yaml",
      CHECKOUT.replace("slug: checkout", "slug: speed")
        .replace("browser-check", "lighthouse")
        .replace(/steps:[\s\S]*/, "command: npx lighthouse\n"),
    );
    expect(await json("validate")).toMatchObject({ status: 0, document: { plans: 1, methods: 1 } });
    const listed = await plans("list", "--methods");
    expect(listed.stdout).toContain(
      "lighthouse  Speed of a page\n  worktree_run · verdict by the runner · needs docker · the project's own\n",
    );
  });

  test("the schema for editors is the one in docs, as text and in a document", async () => {
    const root = join(import.meta.dirname, "../../docs/schemas");
    for (const of of ["plan", "method", "evals"]) {
      const text = readFileSync(join(root, `${of}.schema.json`), "utf8");
      expect((await plans("schema", of)).stdout).toBe(text);
      expect((await json("schema", of)).document).toMatchObject({
        kind: "plan-schema",
        of,
        schema: JSON.parse(text),
      });
    }
  });
});
