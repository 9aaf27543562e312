import { copyFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { program, recordedProject, recordedRuns, runIn } from "../support/recorded-project.ts";

let site: Server;
let address = "";

/** A page that is slow to answer questions, so that whoever asks late asks the page after it. */
const BUSY =
  "<script>setInterval(() => { for (const end = Date.now() + 40; Date.now() < end;); }, 45)</script>";
const PAGES: Readonly<Record<string, string>> = {
  "/cart": `<h1>Cart</h1><a href="/paid">Pay</a><div id="sum">12</div>${BUSY}`,
  "/paid": "<p>Thank you</p><button>Again</button>",
};

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader("content-type", "text/html").end(PAGES[request.url ?? ""] ?? "");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => site.close(resolve)));

const SPEC = `
import { expect, test } from "assay/playwright";
for (let round = 0; round < 6; round++)
  test("pays " + round, async ({ page }) => {
    await page.goto("/cart");
    await expect(page.getByRole("heading")).toHaveText("Cart");
    await page.getByRole("link").click();
    await page.getByRole("button").click();
    await page.goto("/cart");
    await expect(page.getByRole("heading")).toBeVisible();
    await page.locator("#sum").click();
    await expect(page.locator("#sum")).toContainText("1");
    await page.goto("/paid");
  });`;

describe.skipIf(CHROMIUM === undefined)(`assay/playwright${WHY_NOT}`, { timeout: 240_000 }, () => {
  test("what an element is, and on which page, does not depend on how fast the test goes on", async () => {
    const project = recordedProject("playwright", ["@playwright"]);
    copyFileSync(join(project, "recorded-test.ts"), join(project, "test.ts"));
    writeFileSync(join(project, "same-page.spec.ts"), SPEC);
    const { status, stderr } = await runIn(
      project,
      [program("@playwright/test/cli.js"), "test", "same-page"],
      {
        FIXTURE_SITE: address,
        FIXTURE_CHROMIUM: CHROMIUM ?? "",
        FIXTURE_RECORDED: "1",
        ASSAY_RUN_FOLDER: join(project, "runs"),
      },
    );
    expect([stderr, status]).toEqual(["", 0]);
    const { runs } = await recordedRuns(join(project, "runs"));
    const told = runs.flatMap(({ tests }) =>
      tests.map(({ steps = [] }) =>
        steps.map(({ action, element, matched, actual, urlBefore, urlAfter }) =>
          [action, element, matched, actual, urlBefore, urlAfter]
            .map((value) => String(value ?? "-").replace(address, ""))
            .join(" "),
        ),
      ),
    );
    expect(told).toHaveLength(6);
    expect(told[0]).toEqual([
      "goto - - - - /cart",
      "expect.toHaveText heading 1 Cart /cart /cart",
      "click link[Pay] 1 - /cart /paid",
      "click button[Again] 1 - /paid /paid",
      "goto - - - /paid /cart",
      "expect.toBeVisible heading[Cart] 1 - /cart /cart",
      "click - 1 - /cart /cart",
      "expect.toContainText - 1 12 /cart /cart",
      "goto - - - /cart /paid",
    ]);
    expect(told.filter((steps) => steps.join("\n") !== told[0]?.join("\n"))).toEqual([]);
  });
});
