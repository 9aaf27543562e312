import type { Expect, Locator, Page } from "@playwright/test";
import { checkedElement } from "../named-element.ts";
import { neverFail } from "../never-fail.ts";
import type { SeenStep } from "../test-steps.ts";
import { watched } from "../unseen-call.ts";
import { errorText, valueText } from "../value-text.ts";
import { isYesOrNo } from "../yes-or-no.ts";
import { actualOf, type Checked } from "./actual-of.ts";
import { currentTest } from "./current-test.ts";
import { countOf, elementOf } from "./element-of.ts";

interface Asked {
  readonly received: unknown;
  /** What stands before the matcher's name: `expect`, `expect.not`, `expect.poll`, … */
  readonly words: string;
}

/** An `expect` that judges as this one does and tells the recorder of every check. */
export function watchExpect<E extends Expect<object>>(expect: E): E {
  return new Proxy(expect, {
    apply: (target, self, args) => watchMatchers(Reflect.apply(target, self, args), asked(args, "expect")),
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (key === "soft" || key === "poll") {
        const words = key === "poll" ? "expect.poll" : "expect";
        return (...args: unknown[]) => watchMatchers(Reflect.apply(value, target, args), asked(args, words));
      }
      if (key === "configure" || key === "extend")
        return (...args: unknown[]) => watchExpect(Reflect.apply(value, target, args) as Expect<object>);
      return value;
    },
  });
}

function asked([received]: readonly unknown[], words: string): Asked {
  return { received, words };
}

function watchMatchers<T extends object>(matchers: T, asked: Asked): T {
  return new Proxy(matchers, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof key !== "string") return value;
      const words = `${asked.words}.${key}`;
      if (typeof value === "object" && value !== null) return watchMatchers(value, { ...asked, words });
      if (typeof value !== "function") return value;
      return watched(
        value as () => unknown,
        (_self, args) => neverFail(() => begin({ ...asked, words }, args)),
        {
          // What is called to be checked again and again is the test's own code.
          transparent: key === "toPass" || asked.words.startsWith("expect.poll"),
        },
      );
    },
  });
}

function begin({ received, words }: Asked, args: readonly unknown[]) {
  const test = currentTest();
  if (test === undefined) return undefined;
  const locator = isLocator(received) ? received : undefined;
  const page = isPage(received) ? received : locator?.page();
  if (page !== undefined) test.seeing(page);
  const expected = args.length === 0 ? stateOf(words) : expectedText(words, args, page !== undefined);
  const step = test.steps.assertion({
    action: words,
    ...(locator === undefined ? {} : { locator: String(locator) }),
    ...(expected === undefined ? {} : { expected }),
  });
  // A soft check throws nothing: Playwright notes its error with the test.
  const errors = test.info.errors.length;
  return (error: { readonly thrown: unknown } | undefined) =>
    neverFail(() => {
      const thrown = error?.thrown ?? test.info.errors[errors];
      const verdict: Partial<SeenStep> =
        thrown === undefined ? { check: "passed" } : { check: "failed", error: errorText(thrown) };
      if (locator === undefined && page === undefined) {
        step.settle({
          ...verdict,
          ...(typeof received === "function" || (thrown === undefined && isYesOrNo(words))
            ? {}
            : { actual: valueText(received) }),
        });
        return;
      }
      step.over(verdict);
      const look = lookAt({ words, locator, page, args, thrown, expected });
      const looked = test.lookUp(look.then((seen) => step.settle(seen)));
      // The test goes on when its element was looked at: what it does next must not change what is told of it.
      return thrown === undefined ? looked : undefined;
    });
}

/** What a check saw; nothing where the page went on by itself before it could be looked at. */
async function lookAt(checked: Checked): Promise<Partial<SeenStep>> {
  const { words, locator, page, thrown } = checked;
  const address = page?.url();
  const over = new AbortController();
  const looking = locator && thrown === undefined ? elementOf(locator, SHORT, over) : "nameless";
  const matched = locator && (await countOf(locator));
  const isOne = matched === 1;
  if (!isOne) over.abort();
  const actual = await actualOf({ ...checked, locator: isOne ? locator : undefined });
  const element = isOne ? await looking : "nameless";
  const isGone = element === "unknown" || (locator !== undefined && matched === undefined);
  if (thrown === undefined && (isGone || page?.url() !== address)) return {};
  const name = typeof element === "string" ? undefined : checkedElement(element, words, String(locator));
  // A value was seen on one element; where there is none any more, it went away since.
  const isTold = isOne || locator === undefined || thrown !== undefined || words.endsWith(".toHaveCount");
  return {
    ...(matched === undefined ? {} : { matched }),
    ...(name === undefined ? {} : { element: name }),
    ...(actual === undefined || !isTold ? {} : { actual }),
  };
}

/** Milliseconds; the element has just been there. */
const SHORT = 3_000;

/** What the matcher was given, without the options that those of pages and locators take last. */
function expectedText(words: string, args: readonly unknown[], ofPage: boolean): string | undefined {
  const given = !ofPage ? args.length : /\.toHave(?:Attribute|CSS|JSProperty)$/.test(words) ? 2 : 1;
  const values = args.slice(0, given).filter((value) => !ofPage || !isOptions(value));
  return values.length === 0 ? stateOf(words) : values.map(valueText).join(", ");
}

function isOptions(value: unknown): boolean {
  return typeof value === "object" && value !== null && "timeout" in value;
}

/** `toBeVisible` expects `visible`. */
function stateOf(words: string): string | undefined {
  const state = /\.toBe([A-Z]\w*)$/.exec(words)?.[1]?.toLowerCase();
  return state === undefined ? undefined : words.includes(".not.") ? `not ${state}` : state;
}

function isLocator(value: unknown): value is Locator {
  return typeof (value as Locator | null)?.ariaSnapshot === "function" && !isPage(value);
}

function isPage(value: unknown): value is Page {
  return typeof (value as Page | null)?.goto === "function" && typeof (value as Page).url === "function";
}
