import type { Expr } from "./code.ts";

/** The last name in a chain: `c` of `a.b.c`. */
export function lastName(expr: Expr): string {
  if (expr.kind === "name" || expr.kind === "member") return expr.name;
  return "";
}
