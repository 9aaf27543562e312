import type { Expr, Place } from "./code.ts";
import type { RawMark } from "./test-language.ts";
import type { MarkKind } from "./test-model.ts";

/** A mark at a place. */
export function markAt(
  kind: MarkKind,
  { start, end, line }: Place,
  amount: Expr | null = null,
  bound = false,
): RawMark {
  return { kind, amount, bound, start, end, line };
}
