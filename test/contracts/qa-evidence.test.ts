import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileZips } from "../../knowledge/adapters/files/zips.ts";
import { playwrightDriver } from "../../knowledge/adapters/playwright/browser-driver.ts";
import { systemHolder } from "../../knowledge/adapters/system/holder.ts";
import { redactEvidence } from "../../knowledge/execute/redact/redact-evidence.ts";
import { secretMask } from "../../knowledge/record/secret-mask.ts";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { SESSION_COOKIE, type ShopPages, shopPages } from "../support/shop-pages.ts";

let shop: ShopPages;
let folder: string;
beforeAll(async () => {
  shop = await shopPages();
  folder = mkdtempSync(join(tmpdir(), "assay-test-"));
});
afterAll(() => {
  shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const PASSWORD = "correct-horse-battery";

describe.skipIf(CHROMIUM === undefined)(`a trace of a real browser${WHY_NOT}`, { timeout: 120_000 }, () => {
  test("L-016 holds neither the password that was typed nor the session that it gave, and is a trace still", async () => {
    const driver = playwrightDriver({
      configured: async () => null,
      env: process.env,
      platform: process.platform,
      profiles: async () => folder,
      temporary: folder,
      holder: systemHolder,
    });
    const viewport = { width: 800, height: 600 };
    const options = { baseUrl: shop.url, profile: null, viewport, timeoutMs: 15_000, trace: true };
    const trace = await driver.open(options, async (page) => {
      await page.step({ action: "navigate", route: "/login" });
      await page.step({ action: "fill_form", fields: { Name: "shopper", Password: PASSWORD } });
      await page.step({ action: "click", target: "button[Sign in]" });
      await page.step({ action: "wait_for", target: "heading[Hello]" });
      return page.trace();
    });
    if (trace === null) throw new Error("no trace");
    const before = await entriesOf(trace);
    expect(before.all).toContain(PASSWORD);
    expect(before.all).toContain(SESSION_COOKIE);

    const safe = await redactEvidence(fileZips(), { name: "trace.zip", bytes: trace }, secretMask([]));
    if (safe.kind === "refused") throw new Error(safe.why);
    const after = await entriesOf(safe.bytes);
    expect(after.all).not.toContain(PASSWORD);
    expect(after.all).not.toContain(SESSION_COOKIE);
    expect(after.all).not.toContain(encodeURIComponent(PASSWORD));
    expect(after.names).toEqual(before.names);
    expect(after.events).toEqual(before.events);
    expect(after.all).toContain("shopper");
  });
});

/** Names of the entries, all of their texts, and the types of the trace's events in order. */
async function entriesOf(bytes: Uint8Array) {
  const names: string[] = [];
  const events: string[] = [];
  let all = "";
  for await (const entry of fileZips().read("trace.zip", bytes)) {
    const text = Buffer.from(entry.bytes).toString("latin1");
    names.push(entry.name);
    all += text;
    if (/\.(?:trace|network)$/.test(entry.name))
      for (const line of text.split("\n"))
        if (line !== "") events.push((JSON.parse(line) as { type: string }).type);
  }
  return { names, events, all };
}
