import type { Expr } from "./code.ts";
import { lastName } from "./last-name.ts";
import { expressionsWithin } from "./parts-of.ts";

/** AssertJ's `ignoringFields(…)` and `withIgnoredFields(…)`, and the options by which Go's `cmp` takes unlike values for alike. */
const IGNORES =
  /^(ignoring|withIgnored?[A-Z]|withComparator|Ignore[A-Z]|Equate(Approx|Empty|Errors|NaNs)|Filter(Path|Values)$|Comparer$|Transformer$|AcyclicTransformer$|Sort(Slices|Maps)$)/;

/** Options that are told by name, as those of Python's `DeepDiff`. */
const LEFT_OUT = /^(exclude_(paths|regex_paths|types|obj_callback)|ignore_[a-z_]+|significant_digits)$/;

/** How much is left out of a comparison: the options that do so, and what they name. */
export function ignoredIn(exprs: readonly Expr[]): number {
  let count = 0;
  for (const expr of exprs)
    for (const part of expressionsWithin(expr))
      if (part.kind === "call" && IGNORES.test(lastName(part.callee))) count += 1 + part.args.length;
      else if (part.kind === "named" && LEFT_OUT.test(part.name)) count += 1 + sizeOf(part.value);
  return count;
}

function sizeOf(value: Expr): number {
  if (value.kind === "list" || value.kind === "map") return value.items.length;
  return value.kind === "literal" && value.value === "false" ? -1 : 1;
}
