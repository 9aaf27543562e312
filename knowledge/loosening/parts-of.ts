import type { Expr, Stmt } from "./code.ts";

/** The expressions right inside of an expression; those in the body of a function are left out. */
export function partsOfExpr(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "literal":
    case "name":
    case "function":
      return [];
    case "member":
    case "await":
      return [expr.of];
    case "index":
      return [expr.of, expr.at];
    case "call":
      return [expr.callee, ...expr.args];
    case "named":
      return [expr.value];
    case "operation":
      return expr.operands;
    case "list":
    case "map":
      return expr.items;
    case "other":
      return expr.parts;
  }
}

/** The expressions and the lists of statements right inside of a statement. */
export function partsOfStmt(stmt: Stmt): {
  readonly exprs: readonly Expr[];
  readonly bodies: readonly (readonly Stmt[])[];
} {
  switch (stmt.kind) {
    case "expression":
      return { exprs: [stmt.expr], bodies: [] };
    case "bind":
      return { exprs: [stmt.target, stmt.value], bodies: [] };
    case "branch":
      return { exprs: [stmt.test], bodies: [stmt.body, stmt.otherwise] };
    case "loop":
      return { exprs: stmt.target === null ? [stmt.over] : [stmt.target, stmt.over], bodies: [stmt.body] };
    case "attempt":
      return { exprs: [], bodies: [stmt.body, ...stmt.catches.map(({ body }) => body), stmt.last] };
    case "with":
      return { exprs: stmt.items.map(({ value }) => value), bodies: [stmt.body] };
    case "leave":
      return { exprs: stmt.value === null ? [] : [stmt.value], bodies: [] };
    case "function":
      return { exprs: [], bodies: [stmt.body] };
    case "class":
    case "block":
      return { exprs: [], bodies: [stmt.body] };
    case "assert":
      return { exprs: [stmt.test], bodies: [] };
    case "import":
      return { exprs: [], bodies: [] };
  }
}

/** Every expression in some statements, functions included, outermost first. */
export function* expressionsIn(body: readonly Stmt[]): Generator<Expr> {
  for (const stmt of body) {
    const { exprs, bodies } = partsOfStmt(stmt);
    for (const expr of exprs) yield* expressionsWithin(expr);
    for (const inner of bodies) yield* expressionsIn(inner);
  }
}

/** An expression and every one in it, functions included. */
export function* expressionsWithin(expr: Expr): Generator<Expr> {
  yield expr;
  for (const part of partsOfExpr(expr)) yield* expressionsWithin(part);
  if (expr.kind === "function") yield* expressionsIn(expr.body);
}
