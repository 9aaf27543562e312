import type { BrowserPage, BrowserStep, StepSeen } from "../ports/browser-driver.ts";
import { hasName, healTarget, isHealable } from "./heal-target.ts";
import type { KnownSelector } from "./known-selectors.ts";

/** A step that was carried out on another target than its case names. */
export interface Healed {
  readonly from: string;
  readonly to: string;
  /** Record that knew of the other target. */
  readonly record: string;
  /** The element that it found, `role[name]`. */
  readonly element: string;
  /** Anchors of the tests that the record was learned from. */
  readonly tests: readonly string[];
}

/**
 * Carries a step out. Where its target matches nothing, it is carried out on what memory knows the element by, if that is
 * exactly one element with a name; an assertion never is. Null: as the case names it.
 */
export async function stepOrHeal(
  page: BrowserPage,
  step: BrowserStep,
  known: () => Promise<readonly KnownSelector[]>,
): Promise<{ readonly seen: StepSeen; readonly healed: Healed | null }> {
  const seen = await page.step(step);
  if (isDone(seen) || seen.matched !== 0 || !isHealable(step)) return { seen, healed: null };
  const healing = healTarget(step.target, seen.urlAfter, await known());
  if (healing === null) return { seen, healed: null };
  const { target, record, tests } = healing;
  const look = await page.step({ action: "assert", target, check: "visible" });
  const { element } = look;
  if (look.outcome !== "passed" || look.matched !== 1 || element === null || !hasName(element))
    return { seen, healed: null };
  const second = await page.step({ ...step, target });
  return isDone(second)
    ? { seen: second, healed: { from: step.target, to: target, record, element, tests } }
    : { seen, healed: null };
}

function isDone({ outcome }: StepSeen): boolean {
  return outcome === "done" || outcome === "passed";
}
