import type { Locator, Page } from "playwright-core";

type Role = Parameters<Page["getByRole"]>[0];

/** `role[name]`; brackets with an operator of CSS (`input[name=q]`) are none. */
const NAMED = /^([a-z]+)\[(?![\w-]+\s*[~|^$*]?=)(.*)\]$/s;

/** Roles that elements are named by (WAI-ARIA 1.2); other words before brackets are tags. */
const ROLES: ReadonlySet<string> = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell group " +
    "heading img insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox " +
    "menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row " +
    "rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch " +
    "tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem"
  ).split(" "),
);

/** What a target names: an element by its role and whole accessible name, or what a selector of Playwright finds. */
export function locate(page: Page, target: string): Locator {
  const [, role = "", name = ""] = NAMED.exec(target.trim()) ?? [];
  if (!ROLES.has(role)) return page.locator(target);
  return page.getByRole(role as Role, { name: name.trim(), exact: true });
}

/** A field of a form: by a target, or by the words of its label or its `name`. */
export function locateField(page: Page, field: string): Locator {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _'’-]*\*?$/u.test(field)) return locate(page, field);
  return page.getByLabel(field, { exact: true }).or(page.locator(`[name=${JSON.stringify(field)}]`));
}

/**
 * `role[name]` of the one element that the locator finds, by what the browser tells assistive technology; null where it
 * has no role of its own or is not shown.
 */
export async function elementName(locator: Locator, timeout: number): Promise<string | null> {
  const [node] = await locator.ariaSnapshotJSON({ depth: 1, timeout });
  const { role, name = "" } = (node ?? {}) as { readonly role?: string; readonly name?: string };
  if (role === undefined || role === "text" || !ROLES.has(role)) return null;
  // Of an element without a role the snapshot shows what is inside of it.
  const own = locator.and(locator.page().getByRole(role as Role, name === "" ? {} : { name, exact: true }));
  return (await own.count()) === 1 ? `${role}[${name}]` : null;
}
