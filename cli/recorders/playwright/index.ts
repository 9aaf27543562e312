import {
  type Browser,
  type BrowserContext,
  test as baseTest,
  type Expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  expect as playwrightExpect,
  type TestType,
} from "@playwright/test";
import { neverFail } from "../never-fail.ts";
import { reportValue } from "../report-value.ts";
import { beginTest, currentTest } from "./current-test.ts";
import { watchExpect } from "./watch-expect.ts";
import { watchPage } from "./watch-page.ts";

export * from "@playwright/test";

/** Playwright's `test`, recorded: a drop-in for that of `@playwright/test`. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = withAssay(baseTest);

/** Playwright's `expect`, recorded. */
export const expect: typeof playwrightExpect = watchExpect(playwrightExpect);

/** A team's own `test` (extended or merged), recorded; it has the same fixtures. */
export function withAssay<T extends object, W extends object>(base: TestType<T, W>): TestType<T, W> {
  const recorded = (base as unknown as typeof baseTest).extend<{ assay: undefined }>({
    browser: [
      async ({ browser }, use) => {
        neverFail(() => watchBrowser(browser));
        await use(browser);
      },
      { scope: "worker", box: true },
    ],
    context: [
      async ({ context }, use) => {
        neverFail(() => watchContext(context));
        await use(context);
        await currentTest()?.quiet();
      },
      { scope: "test", box: true },
    ],
    page: [
      async ({ page }, use) => {
        neverFail(() => watchPage(page));
        await use(page);
        await currentTest()?.quiet();
      },
      { scope: "test", box: true },
    ],
    assay: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it wants.
      async ({}, use, info) => {
        neverFail(() => beginTest(info));
        await use(undefined);
        neverFail(() => currentTest()?.end());
      },
      { auto: true, box: true },
    ],
  });
  return recorded as unknown as TestType<T, W>;
}

/** A team's own `expect` (extended, configured or merged), recorded. */
export function withAssayExpect<E extends Expect<object>>(base: E): E {
  return watchExpect(base);
}

/** Reports a value of the running test: a duration, a count, a price. */
export const record: { value(name: string, value: string | number, unit?: string): void } = {
  value(name: string, value: string | number, unit?: string): void {
    neverFail(() => reportValue(currentTest()?.steps, name, value, unit));
  },
};

/** The first page of any context is enough: all have the same methods. */
function watchBrowser(browser: Browser): void {
  for (const context of browser.contexts()) watchContext(context);
  browser.on("context", (context) => neverFail(() => watchContext(context)));
}

function watchContext(context: BrowserContext): void {
  for (const page of context.pages()) watchPage(page);
  context.on("page", (page) => neverFail(() => watchPage(page)));
}
