import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type BrowserServer, chromium } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Step, TestCase } from "../../knowledge/evidence/test-case.ts";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { program, recordedProject, recordedRuns, runIn, SECRET } from "../support/recorded-project.ts";

const PLAYWRIGHT = program("@playwright/test/cli.js");

const PAGES: Readonly<Record<string, string>> = {
  "/checkout": `<h1>Checkout</h1><form action="/orders/42" data-testid="form"><label>Email <input name="email"></label>
    <button>Place order</button></form>`,
  "/orders/42": `<p role="status"></p><ul><li>Tea</li><li>Cup</li></ul>
    <script>setTimeout(() => { document.querySelector("p").textContent = "Paid"; }, 150);</script>`,
};

let site: Server;
let address = "";
/** One for all workers: a test that fails ends its worker, and each worker would start a browser of its own. */
let browser: BrowserServer | null = null;

beforeAll(async () => {
  if (CHROMIUM !== undefined)
    browser = await chromium.launchServer({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  site = createServer((request, response) => {
    const page = PAGES[new URL(request.url ?? "/", "http://shop").pathname];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" });
    const token = new URL(request.url ?? "/", "http://shop").searchParams.get("token");
    response.end(
      `<!doctype html><title>Shop</title>${page ?? "nothing here"}${token ? `<p>${token}</p>` : ""}`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => site.close(resolve));
});

function shop(recorded: boolean): string {
  const project = recordedProject("playwright", ["@playwright"]);
  wire(project, recorded);
  return project;
}

function wire(project: string, recorded: boolean): void {
  copyFileSync(join(project, `${recorded ? "recorded" : "plain"}-test.ts`), join(project, "test.ts"));
}

function run(
  project: string,
  env: Readonly<Record<string, string>> = {},
  only: readonly string[] = [],
): ReturnType<typeof runIn> {
  return runIn(project, [PLAYWRIGHT, "test", ...only], {
    FIXTURE_SITE: address,
    FIXTURE_BROWSER: browser?.wsEndpoint() ?? "",
    ASSAY_RUN_FOLDER: join(project, "runs"),
    ...env,
  });
}

interface JsonSuite {
  readonly suites?: readonly JsonSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly {
        readonly status: string;
        readonly errors: readonly { readonly message: string; readonly location?: { line: number } }[];
        readonly steps?: readonly { readonly title: string }[];
        readonly attachments: readonly { readonly name: string }[];
      }[];
    }[];
  }[];
}

/** What Playwright's own report says, without the log of a call, whose tries no two runs share. */
function verdicts(project: string): unknown {
  const told = (suite: JsonSuite): unknown[] => [
    ...(suite.specs ?? []).map(({ title, tests }) => [
      title,
      tests.map(({ status, results }) => [
        status,
        results.map(({ status: ended, errors, steps, attachments }) => [
          ended,
          errors.map(({ message, location }) => [message.split("Call log:")[0], location?.line]),
          steps?.map((step) => step.title),
          attachments.map(({ name }) => name),
        ]),
      ]),
    ]),
    ...(suite.suites ?? []).flatMap(told),
  ];
  return told(JSON.parse(readFileSync(join(project, "results.json"), "utf8")) as JsonSuite);
}

function named(tests: readonly TestCase[], name: string): TestCase {
  const found = tests.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no test ${name}`);
  return found;
}

function told(steps: readonly Step[] = []) {
  return steps.map(({ line: _line, durationMs: _took, ...step }) => step);
}

describe.skipIf(CHROMIUM === undefined)(`assay/playwright${WHY_NOT}`, { timeout: 240_000 }, () => {
  test("L-012 L-016 records what tests do and see, masked, as one run, and changes no outcome", async () => {
    const project = shop(false);
    const plain = await run(project);
    const before = verdicts(project);
    wire(project, true);
    const recorded = await run(project, { FIXTURE_RECORDED: "1" });
    expect(verdicts(project)).toEqual(before);
    expect(recorded.status).toBe(plain.status);
    expect(recorded.stderr).not.toContain("assay:");

    const { texts, runs, left } = await recordedRuns(join(project, "runs"));
    expect(left).toHaveLength(1);
    expect(runs).toHaveLength(1);
    const [{ digest, tests }] = runs as [(typeof runs)[0]];
    expect(digest.notes).toEqual([]);
    expect(digest.run?.recorder).toBe("assay/playwright");
    expect(tests.map(({ name, outcome, flaky }) => [name, outcome, flaky])).toEqual([
      ["places an order", "passed", false],
      ["shows the sum", "failed", false],
      ["clicks one of two", "failed", false],
      ["is not ready", "skipped", false],
      ["is known to be broken", "passed", false],
      ["takes soft checks", "failed", false],
      ["pays with ***", "failed", false],
      ["comes through in the end", "passed", true],
    ]);

    const order = named(tests, "places an order");
    expect([order.suites, order.file, order.fileLine]).toEqual([
      ["checkout.spec.ts", "Checkout"],
      "checkout.spec.ts",
      6,
    ]);
    const checkout = `${address}/checkout`;
    const placed = `${address}/orders/42?email=ann%40example.org`;
    expect(told(order.steps)).toEqual([
      { action: "goto", urlAfter: checkout },
      {
        action: "fill",
        locator: "getByLabel('Email')",
        element: "textbox[Email]",
        matched: 1,
        urlBefore: checkout,
        urlAfter: checkout,
        check: "passed",
      },
      {
        action: "expect.toHaveValue",
        locator: "getByLabel('Email')",
        element: "textbox[Email]",
        matched: 1,
        urlBefore: checkout,
        urlAfter: checkout,
        expected: "ann@example.org",
        actual: "ann@example.org",
        check: "passed",
      },
      // A form without a name has no role, and what is inside of it is not taken for it.
      {
        action: "hover",
        locator: "getByTestId('form')",
        matched: 1,
        urlBefore: checkout,
        urlAfter: checkout,
      },
      {
        action: "click",
        locator: "getByRole('button', { name: 'Place order' })",
        element: "button[Place order]",
        matched: 1,
        urlBefore: checkout,
        urlAfter: placed,
        check: "passed",
      },
      {
        action: "expect.toHaveURL",
        urlBefore: placed,
        urlAfter: placed,
        expected: "/orders/",
        actual: placed,
        check: "passed",
      },
      {
        action: "expect.toHaveText",
        locator: "getByRole('status')",
        element: "status",
        matched: 1,
        urlBefore: placed,
        urlAfter: placed,
        expected: "Paid",
        actual: "Paid",
        check: "passed",
      },
      {
        action: "expect.toHaveCount",
        locator: "getByRole('listitem')",
        matched: 2,
        urlBefore: placed,
        urlAfter: placed,
        expected: "2",
        actual: "2",
        check: "passed",
      },
      { action: "report", reported: { name: "orders", value: 1 }, urlBefore: placed, urlAfter: placed },
    ]);

    const sum = named(tests, "shows the sum").steps?.at(-1);
    expect(sum).toMatchObject({
      action: "expect.toHaveText",
      expected: "Sum",
      actual: "Checkout",
      check: "failed",
    });
    expect(sum?.error).toContain('Expected: "Sum"');
    const two = named(tests, "clicks one of two");
    expect(two.steps?.at(-1)).toMatchObject({
      action: "click",
      matched: 2,
      error: expect.stringContaining("strict mode"),
    });
    expect(two.steps?.at(-1)?.check).toBeUndefined();
    expect(
      named(tests, "comes through in the end").attempts?.map(({ outcome, steps }) => [
        outcome,
        steps?.map(({ action, check }) => [action, check]),
      ]),
    ).toEqual([
      [
        "failed",
        [
          ["goto", undefined],
          ["click", "failed"],
          ["expect.toHaveURL", "failed"],
        ],
      ],
      [
        "passed",
        [
          ["goto", undefined],
          ["click", "passed"],
          ["expect.toHaveURL", "passed"],
        ],
      ],
    ]);
    expect(named(tests, "takes soft checks").steps?.map(({ action, check }) => [action, check])).toEqual([
      ["goto", "failed"],
      ["expect.toHaveText", "failed"],
      ["click", "passed"],
      ["expect.not.toHaveURL", "passed"],
    ]);

    expect(texts.join("")).not.toContain(SECRET);
    const secret = named(tests, "pays with ***");
    expect(secret.failure?.message).toContain("***");
    expect(secret.steps?.at(-1)).toMatchObject({
      locator: "getByText('***')",
      urlAfter: `${address}/checkout?token=***`,
      expected: "not ***",
      actual: "***",
    });
  });

  test("a reporter that cannot write says so once, and no test fails for it", async () => {
    const project = shop(true);
    writeFileSync(join(project, "taken"), "");
    const env = { FIXTURE_RECORDED: "1", ASSAY_RUN_FOLDER: join(project, "taken") };
    const { stderr } = await run(project, env, ["--grep", "places an order"]);
    expect(verdicts(project)).toContainEqual([
      "places an order",
      [["expected", [["passed", [], undefined, []]]]],
    ]);
    expect(stderr.match(/assay: the recorder saw less than it could/g)).toHaveLength(1);
  });

  test("its types fit those of Playwright", async () => {
    const project = shop(true);
    writeFileSync(
      join(project, "own.ts"),
      `import { test as base } from "@playwright/test";
       import { expect, record, withAssay, withAssayExpect } from "assay/playwright";
       import reporter from "assay/playwright/reporter";
       import { record as dom } from "assay/dom";
       import "assay/dom/vitest";
       const test = withAssay(base.extend<{ cart: number }>({ cart: 1 }));
       const own = withAssayExpect(expect.extend({ toBeOdd: (n: number) => ({ pass: n % 2 === 1, message: () => "" }) }));
       test("t", async ({ page, cart }) => {
         own(cart).toBeOdd();
         await own(page).toHaveURL("/");
         record.value("n", cart.toFixed(), "ms");
         dom.value("n", 1);
       });
       export const reporters = [reporter()];`,
    );
    const compile = [
      program("typescript/bin/tsc"),
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "nodenext",
    ];
    const { status, stdout } = await runIn(project, [...compile, "--target", "es2024", "own.ts"]);
    expect([stdout, status]).toEqual(["", 0]);
  });
});
