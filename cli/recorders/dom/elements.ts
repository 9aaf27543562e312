import { checkedElement, elementText, type NamedElement } from "../named-element.ts";
import { type Found, processState } from "../process-state.ts";
import { plain } from "../value-text.ts";
import type { Naming } from "./testing-library.ts";

/** Of an element: the parts that are read, of any document. */
export interface DomElement {
  readonly nodeType: number;
  readonly tagName: string;
  readonly parentElement: DomElement | null;
  readonly textContent: string | null;
  readonly value?: unknown;
  readonly type?: string;
  readonly control?: unknown;
  closest(selector: string): DomElement | null;
  getAttribute(name: string): string | null;
}

export function nameElementsBy(by: Naming): void {
  processState().naming ??= by;
}

export function noteFound(element: object, how: Found): void {
  processState().found.set(element, how);
}

export function howFound(element: object): Found | undefined {
  return processState().found.get(element);
}

export function isElement(value: unknown): value is DomElement {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as DomElement).nodeType === 1 &&
    typeof (value as DomElement).closest === "function"
  );
}

/** `role[accessible name]`; undefined for an element without a role, or where nothing can tell. */
export function elementName(element: DomElement): string | undefined {
  const named = namedElement(element);
  return named && elementText(named);
}

function namedElement(element: DomElement): NamedElement | undefined {
  const { naming } = processState();
  const role = naming?.getRole(element);
  if (!naming || !role || role === "presentation" || role === "none") return undefined;
  const name = naming.computeAccessibleName(element, { computedStyleSupportsPseudoElements: false });
  return { role, name: plain(name.trim()) };
}

/** What a step says of an element that it acted on, or that this check looked at. */
export function elementFacts(
  element: DomElement,
  check?: string,
): { locator?: string; element?: string; matched: number } {
  const how = howFound(element);
  const named = namedElement(element);
  const name =
    named && (check === undefined ? elementText(named) : checkedElement(named, check, how?.locator));
  return {
    ...(how === undefined ? {} : { locator: how.locator }),
    ...(name === undefined ? {} : { element: name }),
    matched: how?.matched ?? 1,
  };
}
