import { expect, test } from "vitest";
import { frameRows } from "../../../cli/tui/components/frame.ts";
import { reduce } from "../../../cli/tui/reduce.ts";
import { initialState, type State } from "../../../cli/tui/state.ts";
import { plainPaint } from "../../../cli/tui/theme.ts";

const SIZE = { columns: 60, rows: 20 };
const blocks = Array.from({ length: 100 }, (_, at) => ({ kind: "line", text: `line ${at + 1}` }) as const);

const answering = (): State =>
  reduce(initialState(SIZE, 0), {
    type: "sheet",
    sheet: { kind: "answer", title: "What was asked", blocks, scroll: 0 },
  });
const frame = (state: State) => frameRows(state, plainPaint).join("\n");
const moved = (state: State, by: number) => reduce(state, { type: "moved", by });

test("an answer scrolls to its last row and no further, so that a step back shows at once", () => {
  const top = answering();
  expect(frame(top)).toContain("line 1 ");
  expect(frame(top)).toMatch(/What was asked {2}\d+ more below/);
  const end = moved(moved(top, Infinity), 1);
  expect(frame(end)).toContain("line 100");
  expect(frame(end)).toContain("What was asked  the end");
  expect(frame(moved(end, -1))).not.toContain("line 100");
  expect(frame(moved(end, -Infinity))).toBe(frame(top));
});

test("help scrolls no further than its end either", () => {
  const help = reduce(initialState(SIZE, 0), { type: "sheet", sheet: { kind: "help", scroll: 0 } });
  const end = moved(help, 10_000);
  expect(frame(end)).toContain("show every key");
  expect(frame(moved(end, -1))).not.toContain("show every key");
});

test("a message above an answer takes of its room", () => {
  const told = reduce(answering(), {
    type: "told",
    banner: { code: "forge_unavailable", message: "it does not answer", hint: "try again" },
  });
  const rows = frameRows(moved(told, Infinity), plainPaint);
  expect(rows).toHaveLength(SIZE.rows);
  expect(rows.join("\n")).toContain("line 100");
});
