import type { Expr } from "./code.ts";
import { compareSubjects } from "./compare-subjects.ts";
import { lastName } from "./last-name.ts";
import { expressionsWithin } from "./parts-of.ts";
import type { Assertion } from "./test-model.ts";

/** Whether a value is compared by itself now, with the same parts, of which the printed form was compared before. */
export function coversPrinted(after: Assertion, before: Assertion): boolean {
  const printed = printedValue(before.subject);
  const [text] = before.expected;
  const [value] = after.expected;
  if (printed === null || text?.kind !== "literal" || value === undefined || before.matcher !== "equal")
    return false;
  if (!compareSubjects({ ...before, subject: printed }, after).same) return false;
  const words = text.value.match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const parts = [...expressionsWithin(value)].flatMap((part) =>
    part.kind === "literal" ? [part.value] : [],
  );
  return words.length > 0 && words.toSorted().join("\n") === parts.toSorted().join("\n");
}

function printedValue(expr: Expr): Expr | null {
  if (expr.kind !== "call") return null;
  const name = lastName(expr.callee);
  if (/^(toString|to_s)$/.test(name) && expr.callee.kind === "member" && expr.args.length === 0)
    return expr.callee.of;
  return /^(str|repr|String|Sprint)$/.test(name) ? (expr.args[0] ?? null) : null;
}
