import type { FactType } from "../candidate.ts";
import { shorten } from "./fit-anchor.ts";
import type { PlainStep } from "./plain-step.ts";

/** Characters of a value. */
const VALUE_ROOM = 200;

/** What the value of a check is, by the end of the check's name. */
const SUBJECTS: readonly (readonly [end: string, subject: string])[] = [
  ["toHaveText", "the text"],
  ["toHaveTextContent", "the text"],
  ["toContainText", "the text"],
  ["toHaveValue", "the value"],
  ["toHaveCount", "the number"],
  ["toHaveTitle", "the title"],
  ["toHaveURL", "the page"],
];

/** The sentence of a fact about a step, always the same for the same step. */
export function claimOfStep(type: FactType, step: PlainStep, title: string): string {
  const { action, element, locator, page, after, expected } = step;
  const place = page === null ? `In ${title}` : `On ${page}`;
  switch (type) {
    case "navigational":
      return `${place}, ${action}${on(step)} leads to ${after}.`;
    case "selector":
      return element === ""
        ? `${place}, ${locator} finds one element.`
        : `${place}, ${element} is found by ${locator}.`;
    default: {
      const done = `In ${title}, ${action}${on(step)}${page === null ? "" : `, on ${page},`}`;
      return expected === "" ? `${done} passes its check.` : `${done} sees ${quote(expected)} as expected.`;
    }
  }
}

/** The sentence of what a passing check saw. */
export function claimOfCheck(step: PlainStep, title: string, value: string): string {
  const subject = SUBJECTS.find(([end]) => step.action === end || step.action.endsWith(`.${end}`))?.[1];
  return subject === undefined
    ? `In ${title}, ${step.action}${on(step)} sees ${quote(value)}.`
    : `In ${title}, ${subject}${step.target === "" ? "" : ` of ${step.target}`} is ${quote(value)}.`;
}

/** The sentence of a value that a step reported; a number moves from run to run and stands in the baseline. */
export function claimOfReport(title: string, name: string, value: string | number, unit: string): string {
  const told = typeof value === "number" ? "a number" : quote(value);
  const measure = unit === "" ? "" : typeof value === "number" ? ` of ${unit}` : ` ${unit}`;
  return `In ${title}, the reported ${name} is ${told}${measure}.`;
}

function on({ target }: PlainStep): string {
  return target === "" ? "" : ` on ${target}`;
}

/** In quotes with escapes, so that no value can end its own quotation. */
function quote(value: string): string {
  return JSON.stringify(shorten(value, VALUE_ROOM));
}
