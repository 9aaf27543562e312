import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { shellBrowser } from "../../../../knowledge/adapters/shell/browser.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const PATH = process.env.PATH ?? "";
const on = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux", files: string | null = null) =>
  shellBrowser({ env: { PATH, ...env }, platform, files });

test("an address is one argument of the browser, whatever stands in it", async () => {
  const file = join(temporaryFolder(), "opened");
  const browser = on({ BROWSER: `sh -c 'printf "%s|" "$@" > ${file}' browser --new` });
  expect(await browser.open("https://example.org/a?b=$(id)&c=`id`;'x y")).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("--new|https://example.org/a?b=$(id)&c=`id`;%27x%20y|");
});

test("a browser never has the terminal", async () => {
  const browser = on({ BROWSER: "sh -c '! (: < /dev/tty) 2>/dev/null && ! test -t 0'" });
  expect(await browser.open("https://example.org/")).toBe(true);
});

test.each(["file:///etc/passwd", "javascript:alert(1)", "--version", "vscode://x", ""])(
  "%j is no page of the web and is not opened",
  async (address) => {
    expect(await on({ BROWSER: "true" }).open(address)).toBe(false);
  },
);

test("what cannot be begun, fails at once or is not there is told", async () => {
  expect(await on({ BROWSER: "false" }).open("https://example.org/")).toBe(false);
  expect(await on({}).open("https://example.org/")).toBe(false);
  expect(await on({ DISPLAY: ":0", PATH: "/nowhere" }).open("https://example.org/")).toBe(false);
});

test("a browser that stays open is not waited for", async () => {
  expect(await on({ BROWSER: "sh -c 'sleep 3'" }).open("https://example.org/")).toBe(true);
});

test("of files only pictures and texts of the evidence are opened", async () => {
  const folder = join(temporaryFolder(), "qa-artifacts");
  mkdirSync(folder);
  const open = (path: string) =>
    on({ BROWSER: "true" }, "linux", folder).open(pathToFileURL(join(folder, path)).href);
  expect(await open("shop/a b.png")).toBe(true);
  expect(await open("shop/output.log")).toBe(true);
  expect(await open("shop/page.html")).toBe(false);
  expect(await open("shop/run.sh")).toBe(false);
  expect(await open("../ledger.json")).toBe(false);
  const browser = on({ BROWSER: "true" }, "linux", folder);
  expect(await browser.open(`file://${folder}/..%2f..%2fsecret.txt`)).toBe(false);
  expect(await browser.open(`file://elsewhere${folder}/a.png`)).toBe(false);
});
