import { expect, test } from "vitest";
import { frameRows } from "../../../cli/tui/components/frame.ts";
import { pressKey } from "../../../cli/tui/press.ts";
import type { Page, Row } from "../../../cli/tui/screen.ts";
import { plainPaint } from "../../../cli/tui/theme.ts";
import { workDesk } from "../../support/work-desk.ts";

const row = (id: string): Row => ({
  id,
  sign: { symbol: "○", word: "defining", tone: "plain" },
  text: id,
  facts: [],
  at: null,
  subject: { kind: "item", id },
});

/** The screen of work, whose list is read when the test says so. */
function reading() {
  const { store, reach, copied } = workDesk();
  const press = (...keys: readonly string[]) => {
    for (const key of keys) pressKey(store, reach, key);
  };
  const arrives = (result: Page) =>
    store.dispatch({ type: "page", screen: "work", filter: "", of: null, page: 0, version: 1, result });
  press("W");
  return { store, press, arrives, copied };
}

const ROWS = { rows: [row("SHOP-1"), row("SHOP-2"), row("SHOP-3")], total: 3 };

test("a key about an entry that is still being read waits for it, and so do those after it, in order", () => {
  const { store, press, arrives } = reading();
  press("j", "enter", "h", "j", "?");
  expect(store.get().place.pane).toBe("list");
  expect(store.get().sheet).toBeNull();
  arrives(ROWS);
  expect(store.get().lists.work.at).toBe(2);
  expect(store.get().place.pane).toBe("list");
  expect(store.get().sheet?.kind).toBe("help");
});

test("the requirements of the item at hand wait for that item", () => {
  const { store, press, arrives } = reading();
  press("j", "R");
  expect(store.get().place.screen).toBe("work");
  arrives(ROWS);
  expect(store.get().place).toMatchObject({ screen: "requirements", of: "SHOP-2" });
});

test("where the list is empty, or could not be read, what waited is told that there is nothing", () => {
  const empty = reading();
  empty.press("y");
  expect(empty.store.get().notice).toBeNull();
  empty.arrives({ rows: [], total: 0 });
  expect(empty.store.get().notice).toBe("there is nothing to copy");
  const failed = reading();
  failed.press("y");
  const told = { code: "ledger_unavailable", message: "it is away", hint: "again" };
  failed.store.dispatch({ type: "failed", request: "page work 0  ", version: 1, told });
  expect(failed.store.get().notice).toBe("there is nothing to copy");
});

test("what leaves at once waits for nothing", () => {
  const { store, press, arrives, copied } = reading();
  press("y", "ctrl-c");
  arrives(ROWS);
  expect(copied).toEqual([]);
  expect(frameRows(store.get(), plainPaint).join("\n")).toContain("SHOP-1");
});
