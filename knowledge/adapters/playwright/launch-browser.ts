import type { Browser, BrowserType } from "playwright-core";
import { AssayError } from "../../errors.ts";
import type { BrowserStatus } from "../../ports/browser-driver.ts";
import type { Holder } from "../../ports/holder.ts";
import { cutLine, plainLine } from "../../text/plain-line.ts";
import { processFolder } from "../files/process-folder.ts";
import { removeTree } from "../files/remove-tree.ts";
import { findBrowser } from "./find-browser.ts";

export interface LaunchOptions {
  /** Path that the settings name, or null: the first that is found. */
  readonly configured: () => Promise<string | null>;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Where folders of this process may stand. */
  readonly temporary: string;
  readonly holder: Holder;
}

export type Launched =
  | {
      readonly kind: "launched";
      readonly browser: Browser;
      readonly path: string;
      readonly isSandboxed: boolean;
    }
  | Exclude<BrowserStatus, { kind: "ready" }>;

const LAUNCH_MS = 30_000;
const CLOSE_MS = 10_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A browser that opens untrusted pages gets nothing that signs anybody in. */
const SECRET_NAME = /token|secret|passw|credential|apikey|_key$|_pat$|^aws_|^ssh_auth/i;

/** Runs `use` with a browser of its own and closes it whatever happens, also when this process is asked to end. */
export async function withBrowser<Result>(
  options: LaunchOptions,
  use: (launched: Launched, traces: string) => Promise<Result>,
): Promise<Result> {
  const folder = await processFolder(options.temporary, options.holder);
  const launched = await launch(options, folder).catch(async (error) => {
    await removeTree(folder);
    throw error;
  });
  if (launched.kind !== "launched") {
    await removeTree(folder);
    return use(launched, folder);
  }
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeBrowser(launched.browser).then(() => removeTree(folder));
    return closing;
  };
  const end = (signal: NodeJS.Signals) => {
    // Then the process ends as it would have without a browser.
    void close().finally(() => {
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await use(launched, folder);
  } finally {
    await close();
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

/** For a status that is no browser. */
export function browserError(status: Exclude<Launched, { kind: "launched" }>): AssayError {
  const reason =
    status.kind === "missing"
      ? `none was found: ${status.looked.join(", ")}`
      : `${status.path} does not start: ${status.reason}`;
  return new AssayError("browser_unavailable", { reason });
}

async function launch(options: LaunchOptions, folder: string): Promise<Launched> {
  const { env, platform } = options;
  const { chromium } = await import("playwright-core");
  const configured = await options.configured();
  const found = await findBrowser({ configured, own: ownPath(chromium), env, platform });
  if (found.kind === "none")
    return { kind: "missing", looked: found.looked, isConfigured: configured !== null };
  const { path } = found;
  // Root has no sandbox in Chromium.
  const isSandboxed = process.getuid?.() !== 0;
  try {
    const browser = await chromium.launch({
      executablePath: path,
      chromiumSandbox: isSandboxed,
      headless: true,
      timeout: LAUNCH_MS,
      tracesDir: folder,
      env: withoutSecrets(env),
      // Its own handlers would end this process by themselves, or keep it from ending.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return { kind: "launched", browser, path, isSandboxed };
  } catch (error) {
    return { kind: "broken", path, reason: launchReason(error) };
  }
}

/** Playwright has no browser of its own for every system. */
function ownPath(chromium: BrowserType): string | null {
  try {
    return chromium.executablePath() || null;
  } catch {
    return null;
  }
}

async function closeBrowser(browser: Browser): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  await Promise.race([browser.close().catch(() => {}), late]);
  clearTimeout(timer);
}

function withoutSecrets(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || SECRET_NAME.test(name) ? [] : [[name, value]],
    ),
  );
}

/** The line of what a browser printed that says why it ended, else the first. */
function launchReason(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split("\n").map(plainLine);
  const sandbox = lines.find((line) => /no usable sandbox/i.test(line));
  const said =
    sandbox ?? lines.find((line) => /error while loading|cannot open|not found|ENOENT|EACCES/i.test(line));
  return cutLine(said ?? lines.find((line) => line !== "") ?? "no reason is given", 300);
}
