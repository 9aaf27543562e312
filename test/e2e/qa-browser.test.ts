import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { type PersonTree, personTree } from "../support/person-tree.ts";
import { assay, shell } from "../support/run-assay.ts";
import { SESSION_COOKIE, type ShopPages, shopPages } from "../support/shop-pages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { zip } from "../support/zip.ts";

let shop: ShopPages;
let tree: PersonTree;
beforeAll(async () => {
  shop = await shopPages();
});
afterAll(() => shop.close());
beforeEach(async () => {
  tree = await personTree();
});

const step = (value: object) => ["--step", JSON.stringify(value)];
/** Where there is no browser: git and node alone are found. */
const bare = () => ({
  PATH: "/nonexistent",
  HOME: temporaryFolder(),
  PLAYWRIGHT_BROWSERS_PATH: temporaryFolder(),
});

describe.skipIf(CHROMIUM === undefined)(`qa browser${WHY_NOT}`, () => {
  test("Q-114 setup, status, step and screenshot look at a page, and no run or verdict comes of it", async () => {
    const setup = await tree.asJson(["qa", "browser", "setup"]);
    expect(setup).toMatchObject({
      status: 0,
      document: {
        kind: "qa.browser.setup",
        success: true,
        result: { is_installed: false, browser: { kind: "ready" } },
      },
    });
    const picture = await tree.asJson([
      "qa",
      "browser",
      "screenshot",
      "--url",
      `${shop.url}/next?x=1`,
      "--out",
      "shots/next.png",
    ]);
    expect(picture).toMatchObject({
      status: 0,
      document: {
        success: true,
        event_ids: [],
        result: {
          file: join(tree.folder, "shots/next.png"),
          navigation: { outcome: "done", actual: "HTTP 200" },
          page: { title: "Next", url: `${shop.url}/next?x=1`, has_session: false },
        },
      },
    });
    expect(readFileSync(join(tree.folder, "shots/next.png")).subarray(1, 4).toString()).toBe("PNG");

    const steps = await tree.asJson([
      ...["qa", "browser", "step", "--base-url", shop.url, "--out", "shots"],
      ...step({ action: "navigate", route: "/" }),
      ...step({ action: "screenshot", capture: "cart" }),
      ...step({ action: "click", target: "button[Place order]" }),
      ...step({ action: "assert", target: "h1", check: "text_equals", text: "Cart" }),
    ]);
    expect(steps).toMatchObject({
      status: 0,
      document: {
        event_ids: [],
        result: {
          is_done: true,
          steps: [
            { outcome: "done" },
            { outcome: "done" },
            { outcome: "done", matched: 1, element: "button[Place order]" },
            { outcome: "passed", actual: "Cart" },
          ],
          page: { title: "Ordered" },
          files: [join(tree.folder, "shots/cart.png")],
        },
      },
    });
    // Nothing was recorded anywhere: no ledger was begun, no evidence kept.
    expect(existsSync(join(tree.folder, ".git/assay"))).toBe(false);
  });

  test("a step that fails ends it with 1 and says what was seen; several matches say how many", async () => {
    const failing = await assay(
      [
        ...["qa", "browser", "step", "--base-url", shop.url, "--timeout", "2000"],
        ...step({ action: "navigate", route: "/" }),
        ...step({ action: "click", target: ".twin" }),
        ...step({ action: "navigate", route: "/next" }),
      ],
      { cwd: tree.folder },
    );
    expect(failing.status).toBe(1);
    expect(failing.stdout).toMatch(/errored {2}click\n.*\.twin matches 3 elements, and one is needed/s);
    expect(failing.stdout).not.toContain("Next");
    const invalid = await assay(
      ["qa", "browser", "step", "--base-url", shop.url, ...step({ action: "fly" })],
      {
        cwd: tree.folder,
      },
    );
    expect(invalid).toMatchObject({ status: 2, stderr: expect.stringContaining("[input_invalid]") });
  });

  test("Q-114 a saved profile is of this operating system, and signs in later; what it holds is printed nowhere", async () => {
    const password = "correct-horse-battery";
    const login = await assay(
      [
        ...[
          "qa",
          "browser",
          "step",
          "--base-url",
          shop.url,
          "--save-profile",
          "shopper",
          "--trace",
          "trace.zip",
        ],
        ...step({ action: "navigate", route: "/login" }),
        ...step({ action: "fill_form", fields: { Name: "shopper", Password: password } }),
        ...step({ action: "click", target: "button[Sign in]" }),
        ...step({ action: "wait_for", target: "heading[Hello]" }),
        "--json",
      ],
      { cwd: tree.folder },
    );
    expect(login).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(login.stdout)).toMatchObject({
      success: true,
      result: {
        saved_profile: "shopper",
        page: { has_session: true },
        files: [join(tree.folder, "trace.zip")],
      },
    });
    for (const secret of [password, SESSION_COOKIE])
      expect(login.stdout + login.stderr).not.toContain(secret);
    expect(readdirSync(join(tree.folder, ".git/assay/browser-profiles"))).toEqual([process.platform]);

    const { document } = await tree.asJson(["qa", "browser", "status"]);
    expect(document.result).toMatchObject({ platform: process.platform, profiles: ["shopper"] });
    const signedIn = await tree.asJson([
      ...["qa", "browser", "screenshot", "--base-url", shop.url, "--route", "/account"],
      ...["--profile", "shopper", "--out", "account.png"],
    ]);
    expect(signedIn.document.result.navigation.actual).toBe("HTTP 200");
    const missing = await assay(
      ["qa", "browser", "screenshot", "--url", shop.url, "--profile", "nobody", "--out", "x.png"],
      { cwd: tree.folder },
    );
    expect(missing).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("[browser_profile_missing]"),
    });
  });

  test("a page that is not served is refused, and the command that it names works once it is", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { status, document } = await tree.asJson([
      ...["qa", "browser", "screenshot", "--url", `http://127.0.0.1:${port}/`, "--out", "my page.png"],
    ]);
    expect([status, document.success, document.errors[0].code]).toEqual([1, false, "precondition_failed"]);
    const server = createServer((_, answer) => void answer.end("<title>Up</title>")).listen(
      port,
      "127.0.0.1",
    );
    onTestFinished(() => void server.close());
    const again = await shell(`$NODE $ASSAY ${document.errors[0].recover.slice("assay ".length)}`, {
      cwd: tree.folder,
    });
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("Up") });
    expect(existsSync(join(tree.folder, "my page.png"))).toBe(true);
  });

  test.skipIf(process.platform !== "linux" || process.arch !== "x64")(
    "Q-005 setup without a browser says how to get one, and the command that it names gets one",
    async () => {
      const archive = zip([
        {
          name: "chrome-linux64/chrome",
          data: `#!/bin/sh\nPATH=/usr/bin:/bin\nexec ${CHROMIUM} "$@"\n`,
          mode: 0o100755,
        },
        // Comes with it, for films.
        { name: "ffmpeg-linux", data: "", mode: 0o100755 },
      ]);
      const downloads = createServer((_, answer) =>
        answer.writeHead(200, { "content-length": archive.length }).end(archive),
      );
      await new Promise<void>((resolve) => downloads.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void downloads.close());
      const { port } = downloads.address() as AddressInfo;
      const env = { ...bare(), PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${port}` };

      expect((await tree.asJson(["qa", "browser", "status"], env)).document.result).toMatchObject({
        kind: "missing",
      });
      const none = await tree.asJson(["qa", "browser", "setup"], env);
      expect(none).toMatchObject({ status: 1, document: { success: false } });
      const [{ code, message, recover }] = none.document.errors;
      expect(code).toBe("capability_missing");
      for (const way of ["apt-get install", "brew install", "winget install", "qa.browser_path"])
        expect(message).toContain(way);
      const installed = await tree.asJson(recover.split(" ").slice(1), env);
      expect(installed.document).toMatchObject({ success: true, result: { is_installed: true } });
      expect(installed.document.result.browser.path).toContain(env.PLAYWRIGHT_BROWSERS_PATH);
    },
  );
});

test("a browser that the settings name is the only one", async () => {
  tree.put(".assay/config.yaml", "version: 1\nqa: {browser_path: /nowhere/chromium}\n");
  const { status, stdout } = await assay(["qa", "browser", "setup"], { cwd: tree.folder });
  expect(status).toBe(1);
  expect(stdout).toMatch(/\[capability_missing\].*\/nowhere\/chromium.*try: assay config/s);
  const shot = await assay(["qa", "browser", "screenshot", "--url", shop.url, "--out", "x.png"], {
    cwd: tree.folder,
  });
  expect(shot).toMatchObject({ status: 3, stderr: expect.stringContaining("[browser_unavailable]") });
});

test("an address that is no page of the web is refused", async () => {
  for (const args of [["--url", "file:///etc/passwd"], ["--base-url", "http://user:secret@shop.test"], []]) {
    const { status } = await assay(["qa", "browser", "screenshot", ...args, "--out", "x.png"], {
      cwd: tree.folder,
    });
    expect(status, args.join(" ")).toBe(2);
  }
  expect(existsSync(join(tree.folder, "x.png"))).toBe(false);
});
