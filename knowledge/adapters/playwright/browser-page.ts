import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Cookie, Page } from "playwright-core";
import { AssayError } from "../../errors.ts";
import type { BrowserOptions, BrowserPage } from "../../ports/browser-driver.ts";
import { cutLine, plainLine } from "../../text/plain-line.ts";
import { carryOut, placeOf } from "./carry-out.ts";
import { within } from "./deadline.ts";
import { watchErrors } from "./page-errors.ts";
import type { Profiles, SavedState } from "./profiles.ts";
import { toldError } from "./told-error.ts";

const PICTURE_MS = 20_000;
const TITLE_MS = 5_000;
const LONGEST_TITLE = 500;
/** What a cookie is called that says who somebody is; one against forgery says nothing. */
const SESSION = /sess|sid$|^sid|auth|token|jwt|login|remember/i;
const FORGERY = /csrf|xsrf/i;

/** A context that looks the same each time: language, zone, colours and motion are no accident of the machine. */
export async function openContext(
  browser: Browser,
  { viewport, trace }: BrowserOptions,
  saved: SavedState | null,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { ...viewport },
    acceptDownloads: false,
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
    ...(saved === null ? {} : { storageState: saved }),
  });
  if (trace) await context.tracing.start({ screenshots: true, snapshots: true });
  return context;
}

/** The one page of the context; windows that it opens are closed, and its dialogs dismissed. */
export async function browserPage(
  context: BrowserContext,
  options: BrowserOptions,
  profiles: Profiles,
  folder: string,
): Promise<BrowserPage> {
  const page = await context.newPage();
  context.on("page", (other) => void other.close().catch(() => {}));
  const errors = watchErrors(page);
  const { baseUrl, timeoutMs } = options;
  let isTracing = options.trace;
  return {
    step: (step) => carryOut({ page, baseUrl, timeoutMs }, step),
    screenshot: () =>
      asked(() =>
        page.screenshot({ type: "png", animations: "disabled", caret: "hide", timeout: PICTURE_MS }),
      ),
    async place() {
      const title = await within(TITLE_MS, page.title(), () => "").catch(() => "");
      return {
        url: placeOf(page),
        title: cutLine(plainLine(title), LONGEST_TITLE),
        hasSession: await hasSession(context, page),
      };
    },
    async trace() {
      if (!isTracing) return null;
      isTracing = false;
      const path = join(folder, "trace.zip");
      return asked(async () => {
        await context.tracing.stop({ path });
        return readFile(path);
      });
    },
    consoleErrors: () => [...errors],
    saveProfile: async (name) => profiles.save(name, await asked(() => context.storageState())),
  };
}

/** An error of the browser itself, in our words. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AssayError("browser_unavailable", { reason: toldError(error) }, error);
  }
}

async function hasSession(context: BrowserContext, page: Page): Promise<boolean> {
  const cookies: readonly Cookie[] = await context.cookies(page.url()).catch(() => []);
  return cookies.some(
    ({ name, value, httpOnly }) => value !== "" && !FORGERY.test(name) && (httpOnly || SESSION.test(name)),
  );
}
