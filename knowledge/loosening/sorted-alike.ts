import type { Expr } from "./code.ts";
import { lastName } from "./last-name.ts";
import { render, renderAll } from "./render.ts";
import type { Assertion } from "./test-model.ts";

/** Words by which a test says that the order is what it is about. */
const ORDERED = /sort|order|rank|first|last|newest|oldest|latest|sequence|ascend|descend|before|after/i;

/**
 * Whether both sides are sorted now and compared in full otherwise. It is taken for honest where nothing speaks of an
 * order: one that was never promised is what makes such a test fail now and then.
 */
export function sortedAlike(before: Assertion, after: Assertion, test: string): boolean {
  const [was, is] = [before.expected[0], after.expected[0]];
  if (was === undefined || is === undefined || !ordersAlike(before, after)) return false;
  const subject = unsorted(after.subject);
  const expected = unsorted(is);
  if (subject === null || (expected === null && render(is) !== render(was))) return false;
  if (before.matcher !== "unordered" && ORDERED.test(`${test} ${before.rawSubject}`)) return false;
  const same = (one: Expr, other: Expr) => render(plain(one)) === render(plain(other));
  return (
    same(subject, before.subject) &&
    (expected === null || same(expected, was)) &&
    renderAll(before.expected.slice(1)) === renderAll(after.expected.slice(1))
  );
}

/** One matcher, or one that left the order open already. */
function ordersAlike(before: Assertion, after: Assertion): boolean {
  return before.matcher === after.matcher || (before.matcher === "unordered" && after.matcher === "equal");
}

/** What is sorted, or null where nothing is. */
function unsorted(expr: Expr): Expr | null {
  if (expr.kind !== "call") return null;
  const name = lastName(expr.callee);
  if (/^(sorted|Sorted|sort)$/.test(name)) {
    if (expr.callee.kind === "member" && expr.args.length === 0) return expr.callee.of;
    return expr.args[0] ?? null;
  }
  if (/^(toSorted)$/.test(name) && expr.callee.kind === "member") return expr.callee.of;
  if (/^(collect|toList|toArray)$/.test(name) && expr.callee.kind === "member")
    return unsorted(expr.callee.of);
  return null;
}

/** Without what only makes a list of it. */
function plain(expr: Expr): Expr {
  if (
    expr.kind === "call" &&
    expr.callee.kind === "name" &&
    /^(list|set)$/.test(expr.callee.name) &&
    expr.args[0] !== undefined
  )
    return plain(expr.args[0]);
  if (expr.kind === "call" && expr.callee.kind === "member" && expr.callee.name === "stream")
    return plain(expr.callee.of);
  if (
    expr.kind === "list" &&
    expr.items.length === 1 &&
    expr.items[0]?.kind === "other" &&
    expr.items[0].type === "spread_element"
  )
    return plain(expr.items[0].parts[0] ?? expr);
  return expr;
}
