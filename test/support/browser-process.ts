import { playwrightDriver } from "../../knowledge/adapters/playwright/browser-driver.ts";
import { systemHolder } from "../../knowledge/adapters/system/holder.ts";

/** Opens a page of `argv[2]` in a browser that keeps its things in `argv[3]`, says so, and waits to be ended. */
const [, , baseUrl = "", folder = ""] = process.argv;
const driver = playwrightDriver({
  configured: async () => process.env.TEST_BROWSER ?? null,
  env: process.env,
  platform: process.platform,
  profiles: async () => folder,
  temporary: folder,
  holder: systemHolder,
});
const options = {
  baseUrl,
  profile: null,
  viewport: { width: 800, height: 600 },
  timeoutMs: 20_000,
  trace: true,
} as const;
await driver.open(options, async (page) => {
  await page.step({ action: "navigate", route: "/" });
  process.stdout.write("open\n");
  await page.step({ action: "wait_for", target: "#never-there" });
});
