import type { Expr, Stmt } from "./code.ts";
import { lastName } from "./last-name.ts";
import { expressionsIn, partsOfExpr, partsOfStmt } from "./parts-of.ts";
import { sortedInPlace } from "./sorted-in-place.ts";
import type { TestLanguage } from "./test-language.ts";

const CHANGES =
  /^(push|append|add|addAll|set|put|insert|extend|update|pop|remove|delete|clear|sort|reverse|splice|unshift|shift)$/;
/** Calls that only read what they are given. */
const READS =
  /^(each|forEach|map|parametrize|of|len|range|enumerate|zip|param|arguments|entries|values|keys|Logf?|Sprintf?|Printf?|Println|print|log|String|str|Diff|DeepDiff|DeepEqual|Equal|equals|isDeepStrictEqual|usingRecursiveComparison)$/;

/** Names of objects that some statements may change: given to a call, assigned into, or added to. */
export function changingNames(body: readonly Stmt[], language: TestLanguage): Set<string> {
  const names = new Set<string>();
  const add = (expr: Expr | undefined) => {
    if (expr?.kind === "name") names.add(expr.name);
  };
  const look = (expr: Expr): void => {
    if (expr.kind === "call") {
      if (language.claim(expr) !== null || language.foresees(expr) !== null || language.fails(expr)) return;
      if (sortedInPlace(expr) !== null) return;
      if (!READS.test(lastName(expr.callee)))
        for (const arg of expr.args) add(arg.kind === "named" ? arg.value : arg);
      if (expr.callee.kind === "member" && CHANGES.test(expr.callee.name)) add(expr.callee.of);
    }
    for (const part of partsOfExpr(expr)) look(part);
    if (expr.kind === "function") lookThrough(expr.body);
  };
  const lookThrough = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      if (stmt.kind === "bind") {
        if (stmt.target.kind === "member" || stmt.target.kind === "index") add(stmt.target.of);
        if (stmt.op === "+=") add(stmt.target);
      }
      const { exprs, bodies } = partsOfStmt(stmt);
      exprs.forEach(look);
      bodies.forEach(lookThrough);
    }
  };
  lookThrough(body);
  return names;
}

/** Every call in some statements, functions included. */
export function* callsIn(body: readonly Stmt[]): Generator<Extract<Expr, { kind: "call" }>> {
  for (const expr of expressionsIn(body)) if (expr.kind === "call") yield expr;
}
