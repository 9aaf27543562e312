import type { Expr, Stmt } from "./code.ts";
import { lookUp, memberOf, type Scope } from "./scope.ts";

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
      const member = memberOf(of, expr.name);
      return member.kind === "member" ? { ...expr, of } : member;
    }
    case "index": {
      const of = within(expr.of);
      const at = within(expr.at);
      if (at.kind === "literal" && of.kind === "list")
        return of.items[Number(at.value)] ?? { ...expr, of, at };
      if (at.kind === "literal" && of.kind === "map") {
        const member = memberOf(of, at.value);
        return member.kind === "member" ? { ...expr, of, at } : member;
      }
      return { ...expr, of, at };
    }
    case "call": {
      // What a method is called on stands in its chain; what a function is called by stays its name.
      const callee =
        expr.callee.kind === "member" ? { ...expr.callee, of: within(expr.callee.of) } : expr.callee;
      // What a pair of a map gives, as `entry.getKey()`.
      if (callee.kind === "member" && callee.of.kind === "map" && expr.args.length === 0) {
        const given = memberOf(callee.of, `${callee.name}()`);
        if (given.kind !== "member") return given;
      }
      return {
        ...expr,
        callee: callee.kind === "call" ? within(callee) : callee,
        args: expr.args.map(within),
      };
    }
    case "named":
      return { ...expr, value: within(expr.value) };
    case "operation":
      return { ...expr, operands: expr.operands.map(within) };
    case "await":
      return { ...expr, of: within(expr.of) };
    case "list":
    case "map":
      return { ...expr, items: expr.items.map(within) };
    case "function":
      return { ...expr, body: expr.body.map((stmt) => resolveStatement(stmt, scope)) };
    case "other":
      return { ...expr, parts: expr.parts.map(within) };
  }
}

/** Of the statements that functions in assertions are made of. */
function resolveStatement(stmt: Stmt, scope: Scope): Stmt {
  if (stmt.kind === "expression") return { ...stmt, expr: resolve(stmt.expr, scope) };
  if (stmt.kind === "leave" && stmt.value !== null) return { ...stmt, value: resolve(stmt.value, scope) };
  if (stmt.kind === "bind") return { ...stmt, value: resolve(stmt.value, scope) };
  return stmt;
}
