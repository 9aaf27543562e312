import { callsIn } from "./changing-names.ts";
import type { Expr, Stmt } from "./code.ts";
import { isConstant } from "./is-constant.ts";
import { lastName } from "./last-name.ts";
import { partsOfExpr } from "./parts-of.ts";
import type { TestLanguage } from "./test-language.ts";

/** Whether a statement fails the test where it is reached. */
export function failsTest(language: TestLanguage, stmt: Stmt): boolean {
  if (stmt.kind === "leave") return stmt.how === "throw" && !skips(stmt.value);
  return stmt.kind === "expression" && stmt.expr.kind === "call" && language.fails(stmt.expr);
}

/** Whether statements that caught a failure pass it on, or claim something about it. */
export function tellsFailure(language: TestLanguage, stmts: readonly Stmt[]): boolean {
  return stmts.some((stmt) => {
    if (failsTest(language, stmt) || stmt.kind === "assert") return true;
    if (stmt.kind === "expression") return claimsWithin(language, stmt.expr);
    if (stmt.kind === "branch")
      return tellsFailure(language, stmt.body) || tellsFailure(language, stmt.otherwise);
    if (stmt.kind === "leave") return stmt.value !== null && claimsWithin(language, stmt.value);
    return stmt.kind === "block" && tellsFailure(language, stmt.body);
  });
}

/** Whether an expression ends the test without a failure. */
export function endsTest(language: TestLanguage, expr: Expr): boolean {
  return (
    expr.kind === "call" &&
    language.mark(expr)?.kind === "skip" &&
    expr.args.every(({ kind }) => kind === "literal")
  );
}

/** Go's `defer func() { recover() }()`. */
export function recovers(language: TestLanguage, expr: Expr): boolean {
  if (expr.kind !== "call" || lastName(expr.callee) !== "defer") return false;
  const [deferred] = expr.args;
  return (
    deferred?.kind === "function" &&
    !tellsFailure(language, deferred.body) &&
    [...callsIn(deferred.body)].some(({ callee }) => lastName(callee) === "recover")
  );
}

function claimsWithin(language: TestLanguage, expr: Expr): boolean {
  if (expr.kind === "call" && (language.claim(expr) !== null || language.fails(expr))) {
    const claims = language.claim(expr) ?? [];
    return claims.length === 0 || claims.some(({ subject }) => !isConstant(subject));
  }
  return partsOfExpr(expr).some((part) => claimsWithin(language, part));
}

function skips(value: Expr | null): boolean {
  return (
    value !== null && /Skip|AbortedException/.test(lastName(value.kind === "call" ? value.callee : value))
  );
}
