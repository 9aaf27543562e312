import type { Expr } from "./code.ts";
import { lastName } from "./last-name.ts";

/** Methods and functions that make unlike values alike. */
const LOSSY =
  /^(trim|trimStart|trimEnd|strip|lstrip|rstrip|toLowerCase|toUpperCase|lower|upper|casefold|ToLower|ToUpper|TrimSpace|Trim|TrimPrefix|TrimSuffix|replace|replaceAll|ReplaceAll|sub|slice|substring|substr|subList|normalize|round|floor|ceil|trunc|toFixed|abs|intValue|longValue|Boolean|bool|parseInt|isNaN|catch|getattr|getOrDefault|orElse|get_or|omit|pick|toSorted|sort|sorted|Set|set|filter|head|take|limit|keys|Object\.keys|typeof)$/;

/**
 * In how many ways the value that an assertion asks about is stripped on the way to it: cut, rounded, filled up with a
 * default or overridden in part. What the code under test is given does not count.
 */
export function countLosses(expr: Expr): number {
  switch (expr.kind) {
    case "await":
    case "member":
    case "index":
      return countLosses(expr.of);
    case "call": {
      const lossy = LOSSY.test(lastName(expr.callee)) ? 1 : 0;
      const [first] = expr.args;
      const ofLibrary =
        expr.callee.kind === "member" &&
        expr.callee.of.kind === "name" &&
        /^(Math|Object|Number|String|strings|re|math|_|Array|JSON|slices)$/.test(expr.callee.of.name);
      if (expr.callee.kind === "member" && !ofLibrary) return lossy + countLosses(expr.callee.of);
      return lossy === 0 || first === undefined ? lossy : lossy + countLosses(first);
    }
    case "operation": {
      const [first, second] = expr.operands;
      if (first === undefined) return 0;
      if (second === undefined) return (expr.op === "!" || expr.op === "typeof" ? 1 : 0) + countLosses(first);
      return /^(\?\?|\|\||\?:)$/.test(expr.op) ? 1 + countLosses(first) : 0;
    }
    // `{...value, id: 1}` says itself what it is asked for.
    case "map":
      return expr.items.length > 1 && expr.items.some(({ kind }) => kind === "other") ? 1 : 0;
    default:
      return 0;
  }
}
