import type { Place, Stmt } from "./code.ts";
import { firstLine } from "./first-line.ts";
import { renderBody } from "./render.ts";
import type { Mark, TestCase } from "./test-model.ts";
import type { Gathered } from "./walk.ts";

export type TextPlace = Pick<Place, "start" | "end" | "line">;

/** A test out of what was gathered on the walk through its body. */
export function testCaseOf(read: {
  readonly path: string;
  readonly text: string;
  /** With the suites around it, outermost first. */
  readonly names: readonly string[];
  readonly stmt: TextPlace;
  readonly body: readonly Stmt[];
  readonly gathered: Gathered;
  readonly rows: string | null;
  readonly marks: readonly Mark[];
}): TestCase {
  const { path, text, names, stmt, body, gathered, rows, marks } = read;
  return {
    role: "test",
    path,
    name: names.join(" › "),
    line: stmt.line,
    text: firstLine(text, stmt),
    marks: [...marks, ...gathered.marks],
    assertions: gathered.assertions,
    body: renderBody(body),
    rows,
    calls: gathered.calls,
    swallowed: gathered.swallowed,
    draws: gathered.draws,
    forgotten: gathered.forgotten.map((place) => ({ line: place.line, text: firstLine(text, place) })),
    mayOverride: false,
  };
}
