import { pageOf } from "../learn/see/page-of.ts";
import type { BrowserStep } from "../ports/browser-driver.ts";
import type { KnownSelector } from "./known-selectors.ts";

/** A step that says what it acts on. What is asserted is no such step: an assertion is never healed. */
export type HealableStep = Extract<
  BrowserStep,
  { readonly action: "click" | "hover" | "type" | "select" | "wait_for" }
>;

const HEALABLE: ReadonlySet<BrowserStep["action"]> = new Set([
  "click",
  "hover",
  "type",
  "select",
  "wait_for",
]);

export interface Healing {
  readonly target: string;
  /** Record that knows of it. */
  readonly record: string;
  /** Anchors of the tests that it was learned from. */
  readonly tests: readonly string[];
}

export function isHealable(step: BrowserStep): step is HealableStep {
  return HEALABLE.has(step.action) && !(step.action === "wait_for" && step.state === "hidden");
}

/** Forms of a selector that a browser here takes; what another tool wrote, such as `getByRole(…)`, is none. */
const SELECTOR = /^(?:css=|xpath=|text=|role=|[#.[])/;

/**
 * What else memory knows an element by whose target matched nothing on a page: of a selector the element that it found, of
 * an element the selector that found it. Null where it knows none, or several that differ. Pure.
 */
export function healTarget(target: string, url: string, known: readonly KnownSelector[]): Healing | null {
  const page = pageOf(url);
  const found = known
    .filter((one) => one.page === page)
    .flatMap(({ element, locator, record, tests }): Healing[] => {
      if (locator === target && element !== target) return [{ target: element, record, tests }];
      return element === target && locator !== target && SELECTOR.test(locator)
        ? [{ target: locator, record, tests }]
        : [];
    });
  const targets = new Set(found.map((one) => one.target));
  return targets.size === 1 ? (found[0] ?? null) : null;
}

/** Whether an element as the page names it has a role and a name that is not empty. Pure. */
export function hasName(element: string | null): boolean {
  return element !== null && /^[^[]+\[\s*\S.*\]$/s.test(element);
}
