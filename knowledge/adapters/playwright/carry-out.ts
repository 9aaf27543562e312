import type { Locator, Page } from "playwright-core";
import type { BrowserStep, StepSeen } from "../../ports/browser-driver.ts";
import { cutLine, plainLine } from "../../text/plain-line.ts";
import { checkElement } from "./check-element.ts";
import { type Deadline, deadlineIn, within } from "./deadline.ts";
import { fillForm } from "./fill-form.ts";
import { locate } from "./locate.ts";
import { oneElement, type Seen } from "./one-element.ts";
import { pagePlace } from "./page-place.ts";
import { isTimeout, toldError } from "./told-error.ts";

export interface Stage {
  readonly page: Page;
  readonly baseUrl: string | null;
  readonly timeoutMs: number;
}

const LONGEST_DELAY = 60_000;
/** Milliseconds that a page whose text is there may take for its pictures and fonts. */
const SETTLES_IN = 5_000;
/** Milliseconds over a step's time, after which a page hangs that has stopped even its own time. */
const GRACE = 2_000;
const LONGEST_URL = 2_000;

/** Carries out one step and says what it saw. Never rejects. */
export async function carryOut(stage: Stage, step: BrowserStep): Promise<StepSeen> {
  const { page, timeoutMs } = stage;
  const started = performance.now();
  const urlBefore = placeOf(page);
  const ms = step.action === "delay" ? LONGEST_DELAY : timeoutMs;
  const hung: Seen = { outcome: "errored", error: `the page does not answer for ${ms + GRACE} ms` };
  const seen = await within(ms + GRACE, doStep(stage, step, deadlineIn(timeoutMs)), () => hung).catch(
    (error): Seen => ({ outcome: "errored", error: toldError(error) }),
  );
  return {
    matched: null,
    element: null,
    actual: null,
    error: null,
    ...seen,
    urlBefore,
    urlAfter: placeOf(page),
    durationMs: Math.round(performance.now() - started),
  };
}

/** Where the page is, on one line and bounded. */
export function placeOf(page: Page): string {
  return cutLine(plainLine(page.url()), LONGEST_URL);
}

async function doStep(stage: Stage, step: BrowserStep, deadline: Deadline): Promise<Seen> {
  const { page } = stage;
  const act = (target: string, work: (locator: Locator, timeout: number) => Promise<unknown>) =>
    actOn(page, target, deadline, work);
  switch (step.action) {
    case "navigate":
      return navigate(stage, step.route, deadline);
    case "click":
      return act(step.target, (locator, timeout) => locator.click({ timeout }));
    case "hover":
      return act(step.target, (locator, timeout) => locator.hover({ timeout }));
    case "type":
      return act(step.target, (locator, timeout) => locator.fill(step.text, { timeout }));
    case "select":
      return act(step.target, (locator, timeout) => locator.selectOption(step.value, { timeout }));
    case "fill_form":
      return fillForm(page, step.fields, deadline);
    case "scroll":
      return scroll(page, step, deadline);
    case "wait_for":
      return waitFor(page, step.target, step.state ?? "visible", deadline);
    case "delay":
      return delay(page, step.ms);
    case "screenshot":
      // Whoever carries out the case asks for the picture itself.
      return { outcome: "done" };
    case "assert":
      return checkElement(page, step, deadline);
  }
}

async function actOn(
  page: Page,
  target: string,
  deadline: Deadline,
  work: (locator: Locator, timeout: number) => Promise<unknown>,
): Promise<Seen> {
  const locator = locate(page, target);
  const found = await oneElement(locator, target, deadline);
  if (found.kind === "other") return found.seen;
  const { element } = found;
  try {
    await work(locator, deadline.left());
    return { outcome: "done", matched: 1, element };
  } catch (error) {
    return { outcome: "errored", matched: 1, element, error: toldError(error) };
  }
}

async function navigate({ page, baseUrl }: Stage, route: string, deadline: Deadline): Promise<Seen> {
  const place = pagePlace(baseUrl, route);
  if (place.kind === "refused") return { outcome: "errored", error: place.problem };
  try {
    const answer = await page.goto(place.url, { waitUntil: "domcontentloaded", timeout: deadline.left() });
    await page.waitForLoadState("load", { timeout: Math.min(SETTLES_IN, deadline.left()) }).catch(() => {});
    return { outcome: "done", actual: answer === null ? null : `HTTP ${answer.status()}` };
  } catch (error) {
    return { outcome: "errored", error: toldError(error) };
  }
}

async function scroll(
  page: Page,
  { target, by }: Extract<BrowserStep, { action: "scroll" }>,
  deadline: Deadline,
): Promise<Seen> {
  if (target === undefined) {
    await page.evaluate(`window.scrollBy(0, ${Number(by ?? 0) || "window.innerHeight"})`);
    return { outcome: "done" };
  }
  return actOn(page, target, deadline, (locator, timeout) =>
    by === undefined
      ? locator.scrollIntoViewIfNeeded({ timeout })
      : locator.evaluate(SCROLL as unknown as (element: unknown, by: number) => void, Number(by), {
          timeout,
        }),
  );
}

/** Runs in the page. */
const SCROLL = (element: { scrollBy(x: number, y: number): void }, by: number) => element.scrollBy(0, by);

async function waitFor(
  page: Page,
  target: string,
  state: "visible" | "hidden",
  deadline: Deadline,
): Promise<Seen> {
  const locator = locate(page, target);
  const shown = locator.filter({ visible: true });
  try {
    const until = state === "visible" ? "visible" : "detached";
    await shown.first().waitFor({ state: until, timeout: deadline.left() });
    return { outcome: "done", matched: await locator.count(), actual: state };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const matched = await locator.count();
    const actual = state === "hidden" ? "visible" : matched === 0 ? "no element" : "hidden";
    return { outcome: "failed", matched, actual };
  }
}

async function delay(page: Page, ms: number): Promise<Seen> {
  if (!(ms >= 0 && ms <= LONGEST_DELAY))
    return { outcome: "errored", error: `a delay is of 0 to ${LONGEST_DELAY} ms` };
  await page.waitForTimeout(ms);
  return { outcome: "done" };
}
