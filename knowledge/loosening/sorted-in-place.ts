import type { Expr } from "./code.ts";

const SORTS = /^(Strings|Ints|Float64s|Slice|SliceStable|Sort|Stable|SortFunc|SortStableFunc|sort)$/;

/** The name of the list that a call of the library sorts where it is, as `sort.Strings(got)`; null where it sorts none. */
export function sortedInPlace(expr: Expr): Extract<Expr, { kind: "name" }> | null {
  if (expr.kind !== "call" || expr.callee.kind !== "member" || !SORTS.test(expr.callee.name)) return null;
  const { of } = expr.callee;
  const [list] = expr.args;
  const ofLibrary = of.kind === "name" && /^(sort|slices|Collections)$/.test(of.name);
  return ofLibrary && list?.kind === "name" ? list : null;
}

/** A value as sorted. */
export function asSorted(value: Expr): Expr {
  const { start, end, line } = value;
  const callee: Expr = { kind: "name", name: "sorted", start, end, line };
  return { kind: "call", callee, args: [value], makes: false, start, end, line };
}
