import type { Expr } from "./code.ts";
import { partsOfExpr } from "./parts-of.ts";

/** Whether a resolved expression has a value that no code under test had a hand in. */
export function isConstant(expr: Expr): boolean {
  switch (expr.kind) {
    case "literal":
      return true;
    case "name":
    case "function":
      return false;
    case "call":
      return (
        (isPlainMaker(expr.callee) && expr.args.every(isConstant)) ||
        (isValueMethod(expr.callee) && expr.args.every(isConstant))
      );
    case "other":
      return expr.parts.length > 0 && expr.parts.every(isConstant);
    default:
      return partsOfExpr(expr).every(isConstant);
  }
}

/** Makers of plain values in the languages' own libraries. */
const MAKERS =
  /^(Date|Map|Set|Array|Object|String|Number|Boolean|BigInt|BigInteger|BigDecimal|Decimal|Fraction|YearMonth|Period|List|Arrays|Optional|Duration|LocalDate|datetime|date|timedelta|set|dict|list|tuple|frozenset|str|int|float|bool|len|sorted|range|int32|int64|uint64|float64|string|HashMap|HashSet|ArrayList)$/;

function isPlainMaker(callee: Expr): boolean {
  if (callee.kind === "name") return MAKERS.test(callee.name);
  return callee.kind === "member" && callee.of.kind === "name" && MAKERS.test(callee.of.name);
}

/** A method of a plain value, such as `"a".toUpperCase()`. */
function isValueMethod(callee: Expr): boolean {
  return callee.kind === "member" && isConstant(callee.of);
}
