/** What an element is and what it is called, by the tools' own reckoning; the name may be blank. */
export interface NamedElement {
  readonly role: string;
  readonly name: string;
}

/** `role[accessible name]`, or the role alone. */
export function elementText({ role, name }: NamedElement): string {
  return name === "" ? role : `${role}[${name}]`;
}

/**
 * What a check's element is called in its step, by nothing that the check is about: a text that changes must stay the
 * same place. Where the text is checked and names the element, it is the role with the name that the locator asks
 * for; undefined where the locator asks for something else, which then says by itself what was looked at.
 */
export function checkedElement(
  named: NamedElement,
  action: string,
  locator: string | undefined,
): string | undefined {
  const matcher = action.slice(action.lastIndexOf(".") + 1);
  const isNameChecked =
    matcher === "toHaveAccessibleName" || (OF_TEXT.test(matcher) && NAMED_BY_TEXT.has(named.role));
  if (!isNameChecked) return elementText(named);
  if (locator === undefined) return named.role;
  const name = nameAskedFor(named.role, locator);
  return name === undefined ? undefined : elementText({ role: named.role, name });
}

const OF_TEXT = /^to(?:HaveText|HaveTextContent|ContainText|MatchAriaSnapshot)$/;

/** Roles that take their name from what is inside of them (WAI-ARIA 1.2, "name from: contents"). */
const NAMED_BY_TEXT: ReadonlySet<string> = new Set([
  "button",
  "cell",
  "checkbox",
  "columnheader",
  "gridcell",
  "heading",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "row",
  "rowheader",
  "switch",
  "tab",
  "tooltip",
  "treeitem",
]);

/** The last query of a locator, as Playwright and argumentsText write it. */
const BY_ROLE = /^(?:.*\.)?(?:get|find|query)(?:All)?ByRole\('([a-z]+)'(?:, \{ (.*) \})?\)$/s;
const NAME = /(?:^|, )name: (?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\/.+\/[a-z]*))/s;

/** The role that a locator's last query asks for; undefined where it asks by something else. */
export function roleAskedFor(locator: string): string | undefined {
  return BY_ROLE.exec(locator)?.[1];
}

/** The name that a query by this role asks for, blank where it asks for none; undefined for any other query. */
function nameAskedFor(role: string, locator: string): string | undefined {
  const [, asked, options = ""] = BY_ROLE.exec(locator) ?? [];
  if (asked !== role) return undefined;
  if (!/(?:^|, )name: /.test(options)) return "";
  const [, single, double, pattern] = NAME.exec(options) ?? [];
  return pattern ?? (single ?? double)?.replace(/\\(.)/gs, "$1");
}
