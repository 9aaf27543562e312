import { readChain } from "../chain.ts";
import type { CallExpr, Expr, Stmt } from "../code.ts";
import { lastName } from "../last-name.ts";
import { markAt } from "../marks.ts";
import type { Declaration, DeclarationPlace, RawMark } from "../test-language.ts";
import { declareSpec } from "./specs.ts";

/** The test that a statement declares in Go: a function by its name, or a call of `Run`. */
export function declareInGo(stmt: Stmt, { inTest }: DeclarationPlace): Declaration | null {
  const { start, end, line } = stmt;
  if (stmt.kind === "function") {
    if (inTest || !/^(Test|Fuzz|Example)([^a-z]|$)/.test(stmt.name) || stmt.name === "TestMain") return null;
    return {
      kind: "test",
      name: { kind: "literal", type: "string", value: stmt.name, start, end, line },
      marks: [],
      claims: [],
      params: stmt.params,
      body: stmt.body,
      table: null,
    };
  }
  const spec = declareSpec(stmt);
  if (spec !== null) return spec;
  const expr = stmt.kind === "expression" ? stmt.expr : null;
  if (expr?.kind !== "call" || lastName(expr.callee) !== "Run" || expr.callee.kind !== "member") return null;
  const [name, fn] = expr.args;
  if (name === undefined || fn?.kind !== "function") return null;
  return { kind: "test", name, marks: [], claims: [], params: fn.params, body: fn.body, table: null };
}

/** Marks in the middle of a test: calls that skip it, wait, or set a limit. */
export function markInGo(call: CallExpr): RawMark | null {
  const links = readChain(call);
  const last = links.at(-1);
  const owner = links.at(-2)?.name ?? "";
  const [first, second] = call.args;
  switch (last?.name) {
    case "Skip":
    case "Skipf":
    case "SkipNow":
      return markAt("skip", call);
    // It keeps a failure from being told.
    case "Exit":
      return owner === "os" && first?.kind === "literal" && first.value === "0" ? markAt("skip", call) : null;
    case "Sleep":
      return owner === "time" ? markAt("wait", call, first ?? null) : null;
    case "WithTimeout":
      return markAt("timeout", call, second ?? null, true);
    case "After":
    case "AfterFunc":
      return owner === "time" ? markAt("timeout", call, first ?? null, true) : null;
    default:
      return null;
  }
}

/** Lines such as `//go:build integration` leave a file out of a run. */
export function buildMarks(text: string): RawMark[] {
  const marks: RawMark[] = [];
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (/^package\s/.test(line)) break;
    if (/^\/\/\s*(go:build|\+build)\s/.test(line))
      marks.push(markAt("skip", { start, end: start + line.length, line: index + 1 }));
    start += line.length + 1;
  }
  return marks;
}

/** Whether a call fails the test where it is reached. */
export function failsInGo(call: CallExpr): boolean {
  const name = lastName(call.callee);
  if (name === "panic") return call.callee.kind === "name";
  const of: Expr | null = call.callee.kind === "member" ? call.callee.of : null;
  if (!/^(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/.test(name) || of === null) return false;
  return (
    (of.kind === "name" && /^(t|tb|b|f|tt|st|c)$/.test(of.name)) ||
    (of.kind === "call" && lastName(of.callee) === "T") ||
    (of.kind === "name" && /^(assert|require)$/.test(of.name) && /^Fail/.test(name))
  );
}
