import type { Locator, Page } from "playwright-core";
import type { BrowserStep } from "../../ports/browser-driver.ts";
import { cutLine } from "../../text/plain-line.ts";
import type { Deadline } from "./deadline.ts";
import { elementName, locate } from "./locate.ts";
import { type Seen, several } from "./one-element.ts";

type Assert = Extract<BrowserStep, { action: "assert" }>;

/** One look: whether it holds, and what was seen. `seen` where it cannot be said. */
interface Look {
  readonly holds: boolean;
  readonly matched: number;
  readonly actual: string | null;
  readonly seen?: Seen;
}

const LONGEST = 2_000;
/** Milliseconds of one look, which is finished also where the step's time ends meanwhile. */
const LOOK_MS = 1_000;
/** Milliseconds between two looks; a page that draws late is looked at again until the time is over. */
const BETWEEN = [20, 50, 100, 100, 250];

/** Looks until the check holds or the time is over, and says what it saw last. */
export async function checkElement(page: Page, step: Assert, deadline: Deadline): Promise<Seen> {
  const wanted = wantedBy(step);
  if (typeof wanted === "string") return { outcome: "errored", error: wanted };
  const locator = locate(page, step.target);
  for (let looks = 0; ; looks += 1) {
    const { holds, matched, actual, seen } = await wanted.look(locator);
    if (holds || deadline.isOver()) {
      if (seen !== undefined) return seen;
      const element = matched === 1 ? await elementName(locator, LOOK_MS).catch(() => null) : null;
      return { outcome: holds ? "passed" : "failed", matched, element, actual };
    }
    const pause = BETWEEN[Math.min(looks, BETWEEN.length - 1)] ?? 0;
    await page.waitForTimeout(Math.min(pause, deadline.left()));
  }
}

/** How to look, or what the step lacks. */
function wantedBy(step: Assert): { look(locator: Locator): Promise<Look> } | string {
  const { check, text, min_count, expected, target } = step;
  switch (check) {
    case "visible":
      return {
        look: (locator) =>
          one(locator, target, () => ({ holds: false, actual: "no element" }), visibility(true)),
      };
    case "hidden":
      return { look: hiddenLook };
    case "text_contains":
    case "text_equals": {
      const words = text ?? (expected === undefined ? undefined : String(expected));
      if (words === undefined) return `${check} needs the text that is expected, as "text"`;
      const wanted = collapse(words);
      const holds = (seen: string) => (check === "text_equals" ? seen === wanted : seen.includes(wanted));
      return {
        look: (locator) =>
          one(
            locator,
            target,
            () => ({ holds: false, actual: null }),
            async (element) => {
              const found = await textOf(element);
              if (found === null) return { holds: false, actual: null };
              const seen = collapse(found);
              return { holds: holds(seen), actual: cutLine(seen, LONGEST) };
            },
          ),
      };
    }
    case "count_gte":
    case "count_eq": {
      const number = check === "count_gte" ? (min_count ?? expected) : expected;
      const wanted = Number(number);
      if (number === undefined || number === "" || !Number.isInteger(wanted) || wanted < 0)
        return `${check} needs a whole number, as "${check === "count_gte" ? "min_count" : "expected"}"`;
      return {
        async look(locator) {
          const matched = await locator.count();
          const holds = check === "count_gte" ? matched >= wanted : matched === wanted;
          return { holds, matched, actual: String(matched) };
        },
      };
    }
  }
}

type Part = Pick<Look, "holds" | "actual">;

/** A look at one element; of several nothing is said. */
async function one(
  locator: Locator,
  target: string,
  none: () => Part,
  look: (locator: Locator) => Promise<Part>,
): Promise<Look> {
  const matched = await locator.count();
  if (matched === 0) return { matched, ...none() };
  if (matched === 1) return { matched, ...(await look(locator)) };
  return { holds: false, matched, actual: null, seen: several(target, matched) };
}

function visibility(wanted: boolean): (locator: Locator) => Promise<Part> {
  return async (locator) => {
    const isVisible = await locator.isVisible();
    return { holds: isVisible === wanted, actual: isVisible ? "visible" : "hidden" };
  };
}

/** However many there are: none of them may be seen. */
async function hiddenLook(locator: Locator): Promise<Look> {
  const [matched, seen] = await Promise.all([locator.count(), locator.filter({ visible: true }).count()]);
  const actual = matched === 0 ? "no element" : seen === 0 ? "hidden" : "visible";
  return { holds: seen === 0, matched, actual };
}

/** What stands in the element, of a field its value; null where it went while it was looked at. */
async function textOf(locator: Locator): Promise<string | null> {
  const timeout = LOOK_MS;
  const isField = (await locator.and(locator.page().locator("input,textarea,select")).count()) === 1;
  if (isField) return locator.inputValue({ timeout }).catch(() => null);
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is no text that a person sees
  return locator.innerText({ timeout }).catch(() => null);
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
