import type { CallExpr, Expr, Stmt } from "./code.ts";
import { render } from "./render.ts";
import type { SharedStatement } from "./shared-code.ts";
import type { DeclarationPlace, TestLanguage } from "./test-language.ts";
import type { Switch } from "./test-model.ts";

/**
 * Yes and no by which tests that stand elsewhere are chosen: what a contract of tests is called with, what a class of
 * tests says of itself, what a shared function takes where nothing is told. By their names.
 */
export function readSwitches(
  language: TestLanguage,
  program: readonly Stmt[],
  shared: readonly SharedStatement[],
): Map<string, Switch> {
  const switches = new Map<string, Switch>();
  for (const { stmt, owner } of shared) {
    if (stmt.kind === "expression") readCall(stmt.expr, "");
    if (stmt.kind === "bind") readBind(stmt, owner);
    if (stmt.kind === "function") readFunction(stmt, owner);
  }
  for (const stmt of program) {
    const declared = language.declare(stmt, { inTest: false, owner: null, lookUp: () => undefined });
    // A test that only hands itself on, as Go's contracts are called.
    if (declared?.kind === "test")
      for (const inner of declared.body)
        if (inner.kind === "expression" && inner.expr.kind === "call" && handsOnTest(inner.expr))
          readCall(inner.expr, render(declared.name));
  }
  return switches;

  function readBind(stmt: Extract<Stmt, { kind: "bind" }>, owner: DeclarationPlace["owner"]): void {
    const name = render(stmt.target);
    if (stmt.value.kind === "call") readCall(stmt.value, name);
    else readValue(stmt.value, `${owner?.name ?? ""} ${name}`, name);
  }

  function readFunction(stmt: Extract<Stmt, { kind: "function" }>, owner: DeclarationPlace["owner"]): void {
    const place = `${owner?.name ?? ""} ${stmt.name}`;
    const [only] = stmt.body;
    if (stmt.body.length === 1 && only?.kind === "leave" && only.how === "return" && only.value !== null)
      readValue(only.value, place, stmt.name);
    for (const param of stmt.params)
      if (param.kind === "operation" && param.op === "=" && param.operands[1] !== undefined) {
        const [target, value] = param.operands;
        const name = target === undefined ? "" : render(target);
        readValue(value, `${place}(${name})`, name);
      }
  }

  function readCall(expr: Expr, place: string): void {
    const call = expr.kind === "await" ? expr.of : expr;
    if (call.kind !== "call" || language.claim(call) !== null || language.mark(call) !== null) return;
    const title = call.args.find((arg) => arg.kind === "literal" && arg.type === "string");
    const at = `${place} ${render(call.callee)} ${title === undefined ? "" : render(title)}`;
    for (const [index, arg] of call.args.entries()) readValue(arg, `${at} #${index}`, "");
  }

  function readValue(value: Expr, place: string, name: string): void {
    if (value.kind === "named") readValue(value.value, `${place}.${value.name}`, value.name);
    else if (value.kind === "map") for (const item of value.items) readValue(item, place, name);
    else if (value.kind === "literal" && value.type === "boolean")
      switches.set(place, { name, on: value.value === "true", line: value.line });
  }
}

function handsOnTest(call: CallExpr): boolean {
  return call.args.some((arg) => arg.kind === "name" && /^(t|tb|b)$/.test(arg.name));
}
