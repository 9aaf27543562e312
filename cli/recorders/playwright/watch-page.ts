import type { Locator, Page } from "@playwright/test";
import { elementText } from "../named-element.ts";
import { neverFail } from "../never-fail.ts";
import type { SeenStep } from "../test-steps.ts";
import { watched } from "../unseen-call.ts";
import { argumentsText, errorText } from "../value-text.ts";
import { after, currentTest } from "./current-test.ts";
import { countOf, elementOf, type SeenElement } from "./element-of.ts";

const ON_ELEMENTS = [
  "check",
  "clear",
  "click",
  "dblclick",
  "dispatchEvent",
  "dragTo",
  "fill",
  "focus",
  "hover",
  "press",
  "pressSequentially",
  "selectOption",
  "setChecked",
  "setInputFiles",
  "tap",
  "type",
  "uncheck",
] as const;
const ON_PAGE = ["goBack", "goForward", "goto", "reload", "setContent"] as const;
const WITH_DEVICES = {
  keyboard: ["insertText", "press", "type"],
  mouse: ["click", "dblclick", "up"],
  touchscreen: ["tap"],
} as const;

/** Milliseconds that an element is waited for: as long as an action waits. */
const LONGEST_WAIT = 30_000;
/** Milliseconds that a finished action waits to hear what its element was. */
const PATIENCE = 200;

const seenAlready = new WeakSet<object>();
const pages = new WeakMap<object, Page>();

/**
 * Watches what tests do with pages and locators, from now on and in the whole process: the methods are those of
 * all pages.
 */
export function watchPage(page: Page): void {
  for (const device of ["keyboard", "mouse", "touchscreen"] as const) {
    pages.set(page[device], page);
    watchMethods(page[device], WITH_DEVICES[device], (self, name) =>
      begin({ action: `${device}.${name}` }, pages.get(self)),
    );
  }
  watchMethods(page, ON_PAGE, (self, action) => begin({ action }, self as Page));
  watchMethods(page, ON_ELEMENTS, (self, action, [selector]) => {
    const locator = `locator(${argumentsText([selector])})`;
    return begin({ action, locator }, self as Page, (self as Page).locator(String(selector)), "any");
  });
  watchMethods(page.locator("html"), ON_ELEMENTS, (self, action) => {
    const locator = self as Locator;
    return begin({ action, locator: String(locator) }, locator.page(), locator, "one");
  });
}

type Ended = (error: { readonly thrown: unknown } | undefined) => void;

function watchMethods(
  owner: object,
  names: readonly string[],
  watch: (self: object, name: string, args: readonly unknown[]) => Ended | undefined,
): void {
  const methods = Object.getPrototypeOf(owner) as Record<string, (...args: never[]) => unknown>;
  if (seenAlready.has(methods)) return;
  seenAlready.add(methods);
  for (const name of names) {
    const original = methods[name];
    if (typeof original !== "function") continue;
    methods[name] = watched(original, (self, args) => neverFail(() => watch(self as object, name, args)));
  }
}

/** `finds`: whether Playwright refuses to act where the locator finds more than one element. */
function begin(
  seen: SeenStep,
  page: Page | undefined,
  locator?: Locator,
  finds?: "one" | "any",
): Ended | undefined {
  const test = currentTest();
  if (test === undefined) return undefined;
  if (page !== undefined) test.seeing(page);
  const step = test.steps.action(seen);
  const looking = locator === undefined ? undefined : lookFor(locator);
  const before = locator === undefined || finds === "one" ? undefined : countOf(locator);
  return (error) =>
    neverFail(() => {
      const told = error === undefined ? {} : { error: errorText(error.thrown) };
      if (locator === undefined) {
        step.settle(told);
        return;
      }
      step.over(told);
      const counted = error !== undefined ? countOf(locator) : finds === "one" ? 1 : before;
      test.lookUp(
        Promise.all([Promise.race([looking, after(PATIENCE)]), counted]).then(([look, matched]) =>
          step.settle({
            ...placeOf(look),
            ...(matched === undefined || (error === undefined && !isSure(matched, look)) ? {} : { matched }),
          }),
        ),
      );
    });
}

interface Look {
  readonly element: SeenElement;
  /** Where the page was then. */
  readonly address: string;
}

async function lookFor(locator: Locator): Promise<Look> {
  const element = await elementOf(locator, LONGEST_WAIT);
  return { element, address: locator.page().url() };
}

/** What it was and where it stood: a page that an earlier action leads to may come after this action began. */
function placeOf(look: Look | undefined): Partial<SeenStep> {
  if (look === undefined || look.element === "unknown") return {};
  return {
    ...(look.address === "about:blank" ? {} : { urlBefore: look.address }),
    ...(look.element === "nameless" ? {} : { element: elementText(look.element) }),
  };
}

/**
 * None before it acted: the element came later, and how many there were then is not known. The one that could not be
 * looked at in time is not counted either, so that nothing is learned of it under another name.
 */
function isSure(matched: number, look: Look | undefined): boolean {
  return matched > 1 || (matched === 1 && look !== undefined && look.element !== "unknown");
}
