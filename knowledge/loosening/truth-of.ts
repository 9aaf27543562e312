import type { Expr } from "./code.ts";
import { render } from "./render.ts";

/** Whether a resolved condition holds, where the values in it are spelled out; null where they are not. */
export function truthOf(test: Expr): boolean | null {
  if (test.kind === "literal")
    return test.type === "string"
      ? test.value !== ""
      : !/^(false|0|null|undefined|None|nil)$/.test(test.value);
  if (test.kind !== "operation") return null;
  const [left, right] = test.operands;
  if (left === undefined) return null;
  if (right === undefined) {
    const holds = /^(!|not)$/.test(test.op) ? truthOf(left) : null;
    return holds === null ? null : !holds;
  }
  if (!/^([!=]==?|is|is not)$/.test(test.op)) return null;
  const same = isSame(left, right);
  if (same === null) return null;
  return /^(!|is not)/.test(test.op) ? !same : same;
}

/** Of two values that are spelled out. */
function isSame(left: Expr, right: Expr): boolean | null {
  const isNothing = (expr: Expr) => expr.kind === "literal" && expr.type === "nothing";
  const isPlain = (expr: Expr) => expr.kind === "literal" && /^(string|number|boolean)$/.test(expr.type);
  const isBuilt = (expr: Expr) => expr.kind === "list" || expr.kind === "map";
  if (isNothing(left) && isNothing(right)) return render(left) === render(right) ? true : null;
  if (isNothing(left) || isNothing(right)) {
    const other = isNothing(left) ? right : left;
    return isPlain(other) || isBuilt(other) ? false : null;
  }
  if (left.kind !== "literal" || right.kind !== "literal" || !isPlain(left) || !isPlain(right)) return null;
  return left.type === right.type ? render(left) === render(right) : null;
}
