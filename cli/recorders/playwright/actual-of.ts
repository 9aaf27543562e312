import type { Locator, Page } from "@playwright/test";
import { valueText } from "../value-text.ts";
import { isYesOrNo } from "../yes-or-no.ts";
import { internalCall } from "./internal-call.ts";

export interface Checked {
  /** `expect.toHaveText`, `expect.not.toHaveURL`, … */
  readonly words: string;
  readonly locator: Locator | undefined;
  readonly page: Page | undefined;
  readonly args: readonly unknown[];
  readonly thrown: unknown;
  readonly expected: string | undefined;
}

/** Milliseconds; the element has just been there. */
const SHORT = 1_000;

/**
 * What a check found: what Playwright says it was, else what was expected and found so, else what is there now;
 * nothing where it only says yes or no.
 */
export async function actualOf({
  words,
  locator,
  page,
  args,
  thrown,
  expected,
}: Checked): Promise<string | undefined> {
  const result = (thrown as { matcherResult?: { actual?: unknown } } | undefined)?.matcherResult;
  if (thrown !== undefined) return result?.actual === undefined ? undefined : valueText(result.actual);
  if (isYesOrNo(words)) return undefined;
  const matcher = words.slice(words.lastIndexOf(".") + 1);
  if (!words.includes(".not.") && EQUAL.has(matcher) && typeof args[0] !== "object") return expected;
  try {
    if (matcher === "toHaveURL") return page?.url();
    if (matcher === "toHaveTitle") return page && (await internalCall(page, () => page.title()));
    const read = locator && READ[matcher];
    return read && ((await internalCall(locator, () => read(locator))) ?? undefined);
  } catch {
    return undefined;
  }
}

/** Matchers that pass only where the text is the expected one. */
const EQUAL: ReadonlySet<string> = new Set([
  "toHaveAccessibleDescription",
  "toHaveAccessibleName",
  "toHaveCount",
  "toHaveId",
  "toHaveRole",
  "toHaveText",
  "toHaveTitle",
  "toHaveValue",
]);

const READ: Readonly<Record<string, (locator: Locator) => Promise<string | null>>> = {
  toContainText: (locator) => locator.textContent({ timeout: SHORT }),
  toHaveText: (locator) => locator.textContent({ timeout: SHORT }),
  toHaveValue: (locator) => locator.inputValue({ timeout: SHORT }),
};
