import type { Expr, Stmt } from "./code.ts";
import { spread } from "./rest-values.ts";
import { lookUp, memberHeld, type Scope } from "./scope.ts";

/** An expression with the names in it replaced by what they stand for. Places stay those of the text. */
export function resolve(expr: Expr, scope: Scope): Expr {
  const within = (part: Expr) => resolve(part, scope);
  switch (expr.kind) {
    case "literal":
      return expr;
    case "name": {
      const value = lookUp(scope, expr.name);
      return value === undefined || value.kind === "function" ? expr : value;
    }
    case "member": {
      if (expr.of.kind === "name") {
        const value = lookUp(scope, `${expr.of.name}.${expr.name}`);
        if (value !== undefined) return value;
      }
      const of = within(expr.of);
      return memberHeld(of, expr.name) ?? { ...expr, of };
    }
    case "index": {
      const of = within(expr.of);
      const at = within(expr.at);
      if (at.kind === "literal" && of.kind === "list")
        return of.items[Number(at.value)] ?? { ...expr, of, at };
      const held = at.kind === "literal" ? memberHeld(of, at.value) : undefined;
      return held ?? { ...expr, of, at };
    }
    case "call": {
      // What a method is called on stands in its chain; what a function is called by stays its name.
      const callee =
        expr.callee.kind === "member" ? { ...expr.callee, of: within(expr.callee.of) } : expr.callee;
      // What a pair of a map gives, as `entry.getKey()`.
      if (callee.kind === "member" && callee.of.kind === "map" && expr.args.length === 0) {
        const given = memberHeld(callee.of, `${callee.name}()`);
        if (given !== undefined) return given;
      }
      return {
        ...expr,
        callee: callee.kind === "call" ? within(callee) : callee,
        args: spread(expr.args.map(within)),
      };
    }
    case "named":
      return { ...expr, value: within(expr.value) };
    case "operation":
      return joined({ ...expr, operands: expr.operands.map(within) });
    case "await":
      return { ...expr, of: within(expr.of) };
    case "list":
      return { ...expr, items: spread(expr.items.map(within)) };
    case "map":
      return { ...expr, items: expr.items.map(within) };
    case "function":
      return { ...expr, body: expr.body.map((stmt) => resolveStatement(stmt, scope)) };
    case "other":
      return { ...expr, parts: expr.parts.map(within) };
  }
}

/** Texts that are put together are one text. */
function joined(expr: Extract<Expr, { kind: "operation" }>): Expr {
  const [left, right] = expr.operands;
  const isText = (part: Expr | undefined) => part?.kind === "literal" && part.type === "string";
  if (expr.op !== "+" || left?.kind !== "literal" || right?.kind !== "literal") return expr;
  return isText(left) && isText(right) ? { ...left, value: left.value + right.value, end: right.end } : expr;
}

/** Of the statements that functions in assertions are made of. */
function resolveStatement(stmt: Stmt, scope: Scope): Stmt {
  if (stmt.kind === "expression") return { ...stmt, expr: resolve(stmt.expr, scope) };
  if (stmt.kind === "leave" && stmt.value !== null) return { ...stmt, value: resolve(stmt.value, scope) };
  if (stmt.kind === "bind") return { ...stmt, value: resolve(stmt.value, scope) };
  return stmt;
}
