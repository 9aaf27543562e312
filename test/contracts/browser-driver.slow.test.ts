import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwrightDriver } from "../../knowledge/adapters/playwright/browser-driver.ts";
import { systemHolder } from "../../knowledge/adapters/system/holder.ts";
import type { BrowserPage, BrowserStep, StepSeen } from "../../knowledge/ports/browser-driver.ts";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { type ShopPages, shopPages } from "../support/shop-pages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

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

const driverWith = (more: Partial<Parameters<typeof playwrightDriver>[0]> = {}) =>
  playwrightDriver({
    configured: async () => null,
    env: process.env,
    platform: process.platform,
    profiles: async () => join(folder, "profiles"),
    temporary: folder,
    holder: systemHolder,
    ...more,
  });

const OPTIONS = {
  profile: null,
  viewport: { width: 800, height: 600 },
  timeoutMs: 15_000,
  trace: false,
} as const;
const open = <Result>(use: (page: BrowserPage) => Promise<Result>, more = {}) =>
  driverWith().open({ ...OPTIONS, baseUrl: shop.url, ...more }, use);
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith("assay"));

describe.skipIf(CHROMIUM === undefined)(`a real browser${WHY_NOT}`, { timeout: 120_000 }, () => {
  // What is not there is waited for; so long is enough for a page that is.
  const SOON = 1_000;

  describe("on one page", () => {
    let page: BrowserPage;
    let end: () => void;
    let closed: Promise<void>;
    beforeAll(async () => {
      await new Promise<void>((ready, fail) => {
        closed = open(
          (opened) =>
            new Promise<void>((resolve) => {
              page = opened;
              end = resolve;
              ready();
            }),
          { timeoutMs: SOON * 5 },
        );
        closed.catch(fail);
      });
    });
    afterAll(async () => {
      end();
      await closed;
      expect(leftovers()).toEqual([]);
    });

    const go = (route: string) => page.step({ action: "navigate", route });
    const assert = (target: string, check: string, more = {}) =>
      page.step({ action: "assert", target, check, ...more } as BrowserStep);
    const outcomes = (...seen: readonly StepSeen[]) => seen.map(({ outcome }) => outcome);

    test("a route is opened below the base URL, with the answer's status; redirects are followed", async () => {
      expect(await go("/")).toMatchObject({
        outcome: "done",
        urlBefore: "about:blank",
        urlAfter: `${shop.url}/`,
        actual: "HTTP 200",
        matched: null,
        error: null,
        durationMs: expect.any(Number),
      });
      expect(await go("/elsewhere")).toMatchObject({ outcome: "done", urlAfter: `${shop.url}/next` });
      expect(await go("/nowhere")).toMatchObject({ outcome: "done", actual: "HTTP 404" });
      expect(await go(`${shop.url}/next`)).toMatchObject({ outcome: "done", actual: "HTTP 200" });
    });

    test("another origin, a file, a script and a download are refused by name, and nothing of them is opened", async () => {
      await go("/next");
      for (const [route, problem] of [
        ["http://example.org/", "http://example.org"],
        ["//example.org/x", "http://example.org"],
        ["\\\\example.org\\x", "http://example.org"],
        ["file:///etc/passwd", "file:///etc/passwd"],
        ["javascript:alert(1)", "javascript:"],
        ["data:text/html,x", "data:"],
      ] as const)
        expect(await go(route)).toMatchObject({
          outcome: "errored",
          urlAfter: `${shop.url}/next`,
          error: expect.stringContaining(problem),
        });
      expect(await go("/download")).toMatchObject({ outcome: "errored", urlAfter: `${shop.url}/next` });
      await go("/");
      await page.step({ action: "click", target: "#local" });
      expect((await page.place()).url).toBe(`${shop.url}/`);
    });

    test("visible and hidden, both ways, and of what is drawn late", async () => {
      await go("/");
      expect(await assert("button[Place order]", "visible")).toMatchObject({
        outcome: "passed",
        matched: 1,
        element: "button[Place order]",
        actual: "visible",
      });
      expect(await assert("#late", "visible")).toMatchObject({ outcome: "passed", matched: 1 });
      expect(await assert("#gone", "hidden")).toMatchObject({ outcome: "passed", actual: "hidden" });
      expect(await assert("#no-such", "hidden")).toMatchObject({ outcome: "passed", matched: 0 });
    });

    test("texts and counts that hold", async () => {
      await go("/");
      const passing = [
        await assert("#total", "text_equals", { text: "Total: 12 €" }),
        await assert("#total", "text_contains", { text: "12 €" }),
        await assert("select", "text_equals", { text: "de" }),
        await assert("button.twin", "count_eq", { expected: 3 }),
        await assert("button.twin", "count_gte", { min_count: 2 }),
        await assert(".none", "count_eq", { expected: 0 }),
      ];
      expect(outcomes(...passing)).toEqual(Array(6).fill("passed"));
      expect(passing[0]).toMatchObject({ actual: "Total: 12 €", element: "paragraph[]" });
      expect(passing[3]).toMatchObject({ matched: 3, actual: "3" });
    });

    test("an element is named by its own role and name only", async () => {
      await go("/");
      const elementOf = async (target: string) => (await assert(target, "visible")).element;
      expect(await elementOf("#order")).toBe("button[Place order]");
      expect(await elementOf("h1")).toBe("heading[Cart]");
      expect(await elementOf("input[name=mail]")).toBe("textbox[Email]");
      expect(await elementOf("#box")).toBeNull();
    });

    test("click, type, fill_form, select, hover and scroll do what they say, each on the one element", async () => {
      await go("/");
      expect(await page.step({ action: "click", target: "button[Place order]" })).toMatchObject({
        outcome: "done",
        matched: 1,
        element: "button[Place order]",
      });
      expect((await page.place()).title).toBe("Ordered");
      await page.step({ action: "type", target: "textbox[Email]", text: "a@shop.test" });
      expect(await assert("#email", "text_equals", { text: "a@shop.test" })).toMatchObject({
        outcome: "passed",
      });
      const fields = { Email: "b@shop.test", terms: "on", "combobox[Country]": "France" };
      expect(await page.step({ action: "fill_form", fields })).toMatchObject({ outcome: "done" });
      expect(await assert("#email", "text_equals", { text: "b@shop.test" })).toMatchObject({
        outcome: "passed",
      });
      expect(await assert("input:checked", "count_eq", { expected: 1 })).toMatchObject({ outcome: "passed" });
      expect(await assert("select", "text_equals", { text: "fr" })).toMatchObject({ outcome: "passed" });
      await page.step({ action: "select", target: "select", value: "de" });
      expect(await assert("select", "text_equals", { text: "de" })).toMatchObject({ outcome: "passed" });
      await page.step({ action: "hover", target: "#hover" });
      expect(await assert("#hover", "text_equals", { text: "Hovered" })).toMatchObject({ outcome: "passed" });
      const scrolls: BrowserStep[] = [
        { action: "scroll", by: 400 },
        { action: "scroll" },
        { action: "scroll", target: "#bottom" },
        { action: "scroll", target: "#bottom", by: 10 },
      ];
      for (const step of scrolls)
        expect(await page.step(step)).toMatchObject({ outcome: "done", error: null });
      const moved = await page.step({ action: "click", target: "link[Next page]" });
      expect(moved).toMatchObject({ urlBefore: `${shop.url}/`, outcome: "done" });
      expect(await page.step({ action: "wait_for", target: "heading[Next page]" })).toMatchObject({
        outcome: "done",
        urlAfter: `${shop.url}/next`,
      });
    });

    test("several elements where one is needed are an error that says how many", async () => {
      await go("/");
      const steps: BrowserStep[] = [
        { action: "click", target: ".twin" },
        { action: "hover", target: ".twin" },
        { action: "type", target: "input", text: "x" },
        { action: "scroll", target: ".twin" },
        { action: "fill_form", fields: { "css=button": "x" } },
      ];
      for (const step of steps) {
        const seen = await page.step(step);
        expect(seen.outcome).toBe("errored");
        expect(seen.error).toMatch(/matches \d elements, and one is needed/);
        expect(seen.matched).toBeGreaterThan(1);
      }
    });

    test("wait_for and delay; a screenshot is a PNG of what is seen", async () => {
      await go("/");
      expect(await page.step({ action: "wait_for", target: "#late" })).toMatchObject({ outcome: "done" });
      expect(await page.step({ action: "wait_for", target: "#gone", state: "hidden" })).toMatchObject({
        outcome: "done",
      });
      expect(await page.step({ action: "delay", ms: 10 })).toMatchObject({ outcome: "done" });
      expect(await page.step({ action: "delay", ms: 60_001 })).toMatchObject({ outcome: "errored" });
      expect(await page.step({ action: "screenshot", capture: "cart" })).toMatchObject({ outcome: "done" });
      const png = Buffer.from(await page.screenshot());
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 600]);
    });

    test("dialogs are dismissed, and none of them holds the page", async () => {
      await go("/dialogs");
      await page.step({ action: "click", target: "button[Ask]" });
      expect(await assert("#out", "text_equals", { text: "said false null" })).toMatchObject({
        outcome: "passed",
      });
      expect(await go("/next")).toMatchObject({ outcome: "done", urlAfter: `${shop.url}/next` });
    });

    test("a window that the page opens is closed, and the page stays", async () => {
      await go("/windows");
      expect(await page.step({ action: "click", target: "button[Open]" })).toMatchObject({
        outcome: "done",
        urlAfter: `${shop.url}/windows`,
      });
      expect(await assert("#done", "text_equals", { text: "opened" })).toMatchObject({ outcome: "passed" });
    });

    test("errors of the page are kept, a hundred of them at most, each cut", async () => {
      await go("/errors");
      const errors = page.consoleErrors();
      expect(errors).toHaveLength(100);
      expect(Math.max(...errors.map((error) => error.length))).toBeLessThanOrEqual(1_000);
    });

    test("a step that lacks something, and a selector that is none, are errors in words", async () => {
      await go("/");
      for (const [target, check, more] of [
        ["h1", "text_equals", {}],
        ["h1", "count_eq", {}],
        ["h1", "count_gte", { min_count: 1.5 }],
        ["h1[[", "visible", {}],
      ] as const) {
        const { outcome, error } = await assert(target, check, more);
        expect([outcome, error?.includes("\n")]).toEqual(["errored", false]);
      }
    });
  });

  test("what does not hold, is not there or cannot be clicked says so when its time is over", async () => {
    await open(
      async (page) => {
        const step = (given: object) => page.step(given as BrowserStep);
        const assert = (target: string, check: string, more = {}) =>
          step({ action: "assert", target, check, ...more });
        await step({ action: "navigate", route: "/" });
        expect(await assert("#no-such", "visible")).toMatchObject({ outcome: "failed", matched: 0 });
        expect(await assert(".twin >> nth=2", "visible")).toMatchObject({
          outcome: "failed",
          actual: "hidden",
        });
        expect(await assert("h1", "hidden")).toMatchObject({ outcome: "failed", actual: "visible" });
        expect(await assert("h1", "text_contains", { text: "Basket" })).toMatchObject({
          outcome: "failed",
          actual: "Cart",
          element: "heading[Cart]",
        });
        expect(await assert(".twin", "count_gte", { min_count: 4 })).toMatchObject({
          outcome: "failed",
          actual: "3",
        });
        expect(await assert(".twin", "count_eq", { expected: 1 })).toMatchObject({ outcome: "failed" });
        expect(await assert(".twin", "visible")).toMatchObject({ outcome: "errored", matched: 3 });
        expect(await assert(".twin", "hidden")).toMatchObject({ outcome: "failed", matched: 3 });
        expect(await step({ action: "wait_for", target: "#no-such" })).toMatchObject({
          outcome: "failed",
          actual: "no element",
        });
        expect(await step({ action: "wait_for", target: "h1", state: "hidden" })).toMatchObject({
          outcome: "failed",
          actual: "visible",
        });
        expect(await step({ action: "click", target: "button[No such]" })).toMatchObject({
          outcome: "errored",
          matched: 0,
          error: expect.stringContaining("no element"),
        });
        expect(await step({ action: "click", target: "#disabled" })).toMatchObject({
          outcome: "errored",
          error: expect.stringContaining("element is not enabled"),
        });
        expect(await step({ action: "navigate", route: "/never" })).toMatchObject({
          outcome: "errored",
          error: expect.stringContaining(`${SOON}ms`),
        });
      },
      { timeoutMs: SOON },
    );
  });

  test("a page that hangs is an error of its step, and is closed all the same", async () => {
    await open(
      async (page) => {
        await page.step({ action: "navigate", route: "/hung" });
        const seen = await page.step({ action: "click", target: "button[Hang]" });
        const next = await page.step({ action: "assert", target: "button", check: "count_eq", expected: 2 });
        expect([seen.outcome, next.outcome]).toContain("errored");
      },
      { timeoutMs: SOON },
    );
    expect(leftovers()).toEqual([]);
  });

  test("a profile keeps a session for this operating system alone; a path below the base URL counts", async () => {
    const driver = driverWith();
    const place = { ...OPTIONS, baseUrl: shop.url };
    await driver.open(place, async (page) => {
      await page.step({ action: "navigate", route: "/login" });
      expect((await page.place()).hasSession).toBe(false);
      await page.step({ action: "fill_form", fields: { Name: "shopper", Password: "opensesame" } });
      await page.step({ action: "click", target: "button[Sign in]" });
      await page.step({ action: "wait_for", target: "heading[Hello]" });
      expect(await page.place()).toMatchObject({ title: "Account", hasSession: true });
      await page.saveProfile("shopper");
    });
    const saved = join(folder, "profiles", process.platform, "shopper.json");
    expect(statSync(saved).mode & 0o077).toBe(0);
    expect(await driver.profiles()).toEqual({ platform: process.platform, here: ["shopper"], elsewhere: [] });
    await driver.open({ ...place, profile: "shopper" }, async (page) => {
      expect(await page.step({ action: "navigate", route: "/account" })).toMatchObject({
        actual: "HTTP 200",
      });
    });
    await driver.open({ ...place, baseUrl: `${shop.url}/deep/` }, async (page) => {
      const seen = await page.step({ action: "navigate", route: "/next" });
      expect(seen.urlAfter).toBe(`${shop.url}/deep/next`);
    });
    const other = driverWith({ platform: "sunos" });
    await expect(other.open({ ...place, profile: "shopper" }, async () => {})).rejects.toMatchObject({
      code: "browser_profile_missing",
      message: expect.stringContaining("saved on another one"),
    });
    expect(await other.profiles()).toMatchObject({ here: [], elsewhere: ["shopper"] });
  });

  test("a trace is a zip, where one was asked for, and ends with the first asking", async () => {
    await open(
      async (page) => {
        await page.step({ action: "navigate", route: "/" });
        const trace = await page.trace();
        expect(
          Buffer.from(trace ?? [])
            .subarray(0, 2)
            .toString(),
        ).toBe("PK");
        expect(await page.trace()).toBeNull();
        expect(await page.step({ action: "navigate", route: "/next" })).toMatchObject({ outcome: "done" });
      },
      { trace: true },
    );
    expect(leftovers()).toEqual([]);
  });

  test("what `use` throws comes out, and the browser is closed", async () => {
    await expect(
      open(async () => {
        throw new Error("by the caller");
      }),
    ).rejects.toThrow("by the caller");
    expect(leftovers()).toEqual([]);
  });

  test.each(["SIGTERM", "SIGKILL"] as const)(
    "after %s no browser is left, and nothing of it",
    async (signal) => {
      const own = temporaryFolder();
      const word = `assay-killed-${signal}-${process.pid}`;
      const named = join(own, word);
      mkdirSync(named);
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, "../support/browser-process.ts"), shop.url, named],
        { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, TMPDIR: named } },
      );
      await once(child.stdout, "data");
      const running = () => execFileSync("ps", ["-eo", "args"]).toString().includes(named);
      expect(running()).toBe(true);
      child.kill(signal);
      const [code, ended] = await once(child, "exit");
      expect([code, ended]).toEqual([null, signal]);
      await expect.poll(running, { timeout: 20_000, interval: 200 }).toBe(false);
      if (signal === "SIGTERM")
        expect(readdirSync(named).filter((name) => name.startsWith("assay"))).toEqual([]);
    },
  );

  test("status says which browser it is and that it starts, and whether it has its sandbox", async () => {
    expect(await driverWith().status()).toEqual({
      kind: "ready",
      path: CHROMIUM,
      version: expect.stringMatching(/^\d+\./),
      isSandboxed: process.getuid?.() !== 0,
    });
  });
});

describe("without a browser", () => {
  test("status says where one was looked for, and opening one is refused", async () => {
    const driver = driverWith({
      env: { PATH: temporaryFolder() },
      platform: "sunos",
      configured: async () => null,
    });
    const status = await driver.status();
    if (status.kind === "missing") {
      expect(status).toMatchObject({
        isConfigured: false,
        looked: expect.arrayContaining(["chromium in PATH"]),
      });
      const opening = driver.open({ ...OPTIONS, baseUrl: shop.url }, async () => {});
      await expect(opening).rejects.toMatchObject({
        code: "browser_unavailable",
        hint: expect.stringContaining("assay qa browser setup"),
      });
    } else {
      // One that Playwright's installer got, which no PATH takes away.
      expect(status.kind).toBe("ready");
    }
  });

  test("one that the settings name is the only one, and says why it does not start", async () => {
    const file = join(temporaryFolder(), "no-browser");
    expect(await driverWith({ configured: async () => file }).status()).toEqual({
      kind: "missing",
      looked: [file],
      isConfigured: true,
    });
    writeFileSync(file, "#!/bin/sh\necho error while loading shared libraries: libnone.so >&2\nexit 1\n", {
      mode: 0o755,
    });
    expect(await driverWith({ configured: async () => file }).status()).toEqual({
      kind: "broken",
      path: file,
      reason: expect.stringContaining("libnone.so"),
    });
    expect(leftovers()).toEqual([]);
  });

  test("a base URL that is no page of the web is refused before anything starts", async () => {
    for (const baseUrl of ["file:///etc", "ftp://shop.test", "http://user:secret@shop.test", "shop"])
      await expect(driverWith().open({ ...OPTIONS, baseUrl }, async () => {})).rejects.toMatchObject({
        code: "base_url_invalid",
      });
  });

  test("an installer that gets nothing says why", async () => {
    const file = join(temporaryFolder(), "no-folder");
    writeFileSync(file, "");
    const nowhere = { PLAYWRIGHT_BROWSERS_PATH: file };
    const end = await driverWith({ env: { ...process.env, ...nowhere } }).install();
    expect(end).toEqual({ kind: "no", reason: expect.stringContaining("no-folder") });
  });
});
