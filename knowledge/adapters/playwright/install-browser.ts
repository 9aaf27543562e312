import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { BrowserDriver } from "../../ports/browser-driver.ts";
import { cutLine, plainLine } from "../../text/plain-line.ts";

const TAIL = 8_192;

/** Lets Playwright's own installer download its Chromium to where it keeps browsers. */
export function installBrowser(env: NodeJS.ProcessEnv): ReturnType<BrowserDriver["install"]> {
  let program: string;
  try {
    const own = createRequire(join(import.meta.dirname, "here.js"));
    program = join(dirname(own.resolve("playwright-core/package.json")), "cli.js");
  } catch {
    return Promise.resolve({ kind: "no", reason: "Playwright's installer is not part of this installation" });
  }
  return new Promise((resolve) => {
    const args = [program, "install", "--no-shell", "--no-progress", "chromium"];
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let tail = "";
    const keep = (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-TAIL);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", ({ message }) => resolve({ kind: "no", reason: message }));
    child.on("close", (status) => {
      if (status === 0) return resolve({ kind: "installed" });
      const lines = tail.split("\n").map(plainLine);
      const reason = lines.findLast((line) => /^Error|Failed|ENO|ECONN|EACCES/.test(line));
      resolve({ kind: "no", reason: cutLine(reason ?? `it ended with ${status}`, 300) });
    });
  });
}
