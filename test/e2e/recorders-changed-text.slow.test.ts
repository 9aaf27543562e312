import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { learningTree } from "../support/learning-tree.ts";
import { program, recordedProject, runIn } from "../support/recorded-project.ts";

let site: Server;
let title = "";

beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(`<h1>${title}</h1>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
});

afterAll(() => new Promise((resolve) => site.close(resolve)));

/** Learns of two runs between which the heading's text and the test of it changed; what is known of it then. */
async function learnTwice(project: string, runTests: (text: string, runs: string) => Promise<unknown>) {
  const tree = await learningTree(project);
  for (const [index, text] of ["Cart", "Basket"].entries()) {
    const runs = join(project, `runs-${text}`);
    await runTests(text, runs);
    const [file = ""] = readdirSync(runs);
    const at = `2026-01-0${5 + index}T10:00:00Z`;
    const { status, stderr } = await tree.assay(["ingest", join(runs, file), "--at", at]);
    expect(status, stderr).toBe(0);
  }
  return tree
    .records()
    .then((all) => all.map(({ type, status, anchors, claim }) => [type, status, anchors[0], claim]).sort());
}

/** One place that was told of twice. */
const known = (told: string, check: string) => [
  [
    "measurement",
    "active",
    `check:${told} › ${check} heading`,
    `In ${told}, the text of heading is "Basket".`,
  ],
  [
    "measurement",
    "superseded",
    `check:${told} › ${check} heading`,
    `In ${told}, the text of heading is "Cart".`,
  ],
  ["selector", "active", "element:/cart#heading", "On /cart, heading is found by getByRole('heading')."],
];

test("a heading's text that changed supersedes what the DOM recorder saw at the same place", async () => {
  const project = recordedProject("vitest", ["@testing-library", "jsdom", "vitest"]);
  const learned = await learnTwice(project, async (text, runs) => {
    writeFileSync(
      join(project, "cart.test.js"),
      `import { screen } from "@testing-library/dom";
      import { expect, test } from "vitest";
      expect.extend({
        toHaveTextContent: (element, text) => ({ pass: element.textContent.includes(text), message: () => "no" }),
      });
      test("shows the cart", () => {
        history.pushState({}, "", "/cart");
        document.body.innerHTML = "<h1>${text}</h1>";
        expect(screen.getByRole("heading")).toHaveTextContent("${text}");
      });`,
    );
    const args = ["run", "--config", "recorded.config.js", "cart.test.js"];
    const env = { FIXTURE_DOM: "jsdom", ASSAY_RUN_FOLDER: runs };
    expect(await runIn(project, [program("vitest/vitest.mjs"), ...args], env)).toMatchObject({ status: 0 });
  });
  expect(learned).toEqual(known("cart.test.js/shows the cart", "expect.toHaveTextContent"));
});

test.skipIf(CHROMIUM === undefined)(
  `a heading's text that changed supersedes what the Playwright recorder saw there${WHY_NOT}`,
  async () => {
    const project = recordedProject("playwright", ["@playwright"]);
    copyFileSync(join(project, "recorded-test.ts"), join(project, "test.ts"));
    const learned = await learnTwice(project, async (text, runs) => {
      title = text;
      writeFileSync(
        join(project, "cart.spec.ts"),
        `import { expect, test } from "assay/playwright";
        test("shows the cart", async ({ page }) => {
          await page.goto("/cart");
          await expect(page.getByRole("heading")).toHaveText("${text}");
        });`,
      );
      const env = {
        FIXTURE_SITE: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
        FIXTURE_CHROMIUM: CHROMIUM ?? "",
        FIXTURE_RECORDED: "1",
        ASSAY_RUN_FOLDER: runs,
      };
      const args = ["test", "cart.spec.ts"];
      expect(await runIn(project, [program("@playwright/test/cli.js"), ...args], env)).toMatchObject({
        status: 0,
      });
    });
    expect(learned).toEqual(known("cart.spec.ts/shows the cart", "expect.toHaveText"));
  },
);
