import type { Step } from "../../evidence/test-case.ts";
import { plainLine } from "../../text/plain-line.ts";
import { fitAnchor, shorten } from "./fit-anchor.ts";
import { pageOf } from "./page-of.ts";

/** Characters of an action, an element or a locator. */
export const TARGET_ROOM = 140;

/** A step in sound, short, single lines; what is not known is blank or null. */
export interface PlainStep {
  readonly action: string;
  readonly element: string;
  readonly locator: string;
  /** The element, else the locator. */
  readonly target: string;
  /** Pages before and after, and the one that the element is on. */
  readonly before: string | null;
  readonly after: string | null;
  readonly page: string | null;
  /** Anchor of the target on its page. */
  readonly elementAnchor: string | null;
  readonly expected: string;
}

/** Cleans and cuts the words of a step, and finds where it acted. */
export function plainStep(step: Step): PlainStep {
  const short = (text = ""): string => shorten(plainLine(text), TARGET_ROOM);
  const [element, locator] = [short(step.element), short(step.locator)];
  const target = element || locator;
  const before = pageOf(step.urlBefore);
  const after = step.urlAfter === step.urlBefore ? before : pageOf(step.urlAfter);
  const page = before ?? after;
  return {
    action: short(step.action) || "a step",
    element,
    locator,
    target,
    before,
    after,
    page,
    elementAnchor: page === null || target === "" ? null : fitAnchor("element", `${page}#${target}`),
    expected: plainLine(step.expected ?? ""),
  };
}
