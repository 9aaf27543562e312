import type { Expr } from "./code.ts";
import { lastName } from "./last-name.ts";
import { expressionsWithin } from "./parts-of.ts";

/** AssertJ's `ignoringFields(…)`, and the options by which Go's `cmp` takes unlike values for alike. */
const IGNORES =
  /^(ignoring|Ignore[A-Z]|Equate(Approx|Empty|Errors|NaNs)|Filter(Path|Values)$|Comparer$|Transformer$|AcyclicTransformer$|Sort(Slices|Maps)$)/;

/** How much is left out of a comparison: the options that do so, and what they name. */
export function ignoredIn(exprs: readonly Expr[]): number {
  let count = 0;
  for (const expr of exprs)
    for (const part of expressionsWithin(expr))
      if (part.kind === "call" && IGNORES.test(lastName(part.callee))) count += 1 + part.args.length;
  return count;
}
