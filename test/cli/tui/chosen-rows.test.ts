import { expect, test } from "vitest";
import { reduce } from "../../../cli/tui/reduce.ts";
import type { Row } from "../../../cli/tui/screen.ts";
import { chosenRows, initialState } from "../../../cli/tui/state.ts";

function row(id: string): Row {
  const sign = { symbol: "·", word: "requirement", tone: "plain" } as const;
  return { id, sign, text: id, facts: [], at: null, subject: { kind: "requirement", id, item: "SHOP-1" } };
}

test("keys act on the marked entries of a list, and in a detail on the one that is shown", () => {
  const opened = reduce(initialState({ columns: 100, rows: 40 }, 0), {
    type: "opened",
    screen: "requirements",
    row: null,
    of: "SHOP-1",
  });
  const loaded = reduce(opened, {
    type: "page",
    screen: "requirements",
    filter: "",
    of: "SHOP-1",
    page: 0,
    version: 1,
    result: { rows: [row("one"), row("two")], total: 2 },
  });
  const marked = reduce(loaded, { type: "selected" });
  const ids = (state: typeof marked) => chosenRows(state).map(({ id }) => id);
  expect(ids(marked)).toEqual(["one"]);
  const detail = reduce(marked, { type: "pane", pane: "detail" });
  expect(ids(detail)).toEqual(["two"]);
  expect(ids(reduce(detail, { type: "pane", pane: "evidence" }))).toEqual(["two"]);
  expect(ids(reduce(detail, { type: "back" }))).toEqual(["one"]);
});
