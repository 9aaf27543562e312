import type { Locator, Page } from "playwright-core";
import type { Deadline } from "./deadline.ts";
import { locateField } from "./locate.ts";
import { oneElement, type Seen } from "./one-element.ts";
import { toldError } from "./told-error.ts";

/** Fills the fields in their order; stops at the first that cannot be filled, and names it. */
export async function fillForm(
  page: Page,
  fields: Readonly<Record<string, string>>,
  deadline: Deadline,
): Promise<Seen> {
  for (const [field, value] of Object.entries(fields)) {
    const locator = locateField(page, field);
    const found = await oneElement(locator, field, deadline);
    if (found.kind === "other") return found.seen;
    try {
      await fill(locator, value, deadline);
    } catch (error) {
      return { outcome: "errored", error: `${field}: ${toldError(error)}` };
    }
  }
  return { outcome: "done" };
}

/** A box is ticked by any word but `false`, `off`, `no` and nothing; of a list one is chosen by its value or label. */
async function fill(locator: Locator, value: string, deadline: Deadline): Promise<void> {
  const page = locator.page();
  const isOf = async (selector: string) => (await locator.and(page.locator(selector)).count()) === 1;
  const timeout = deadline.left();
  if (await isOf("select")) await locator.selectOption(value, { timeout });
  else if (await isOf("input[type=checkbox],input[type=radio]"))
    await locator.setChecked(!/^(?:false|off|no|)$/i.test(value), { timeout });
  else await locator.fill(value, { timeout });
}
