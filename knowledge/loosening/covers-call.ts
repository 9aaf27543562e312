import { numberOf } from "./duration.ts";
import { renderAll } from "./render.ts";
import type { Assertion } from "./test-model.ts";

/**
 * Whether the exact list of what a fake recorded says what a mock was asked for before: one call with these arguments,
 * or none.
 */
export function coversCall(after: Assertion, before: Assertion): boolean {
  const [mock] = before.rawSubject.split(".");
  if (after.negated || mock === undefined || !after.rawSubject.startsWith(`${mock}.`)) return false;
  if (before.matcher === "called" && before.negated)
    return after.matcher === "length" && numberOf(after.expected[0]) === 0;
  const [list] = after.expected;
  if (!/^(equal|strict)$/.test(after.matcher) || list?.kind !== "list" || before.negated) return false;
  if (before.matcher === "called-times") return numberOf(before.expected[0]) === list.items.length;
  return (
    before.matcher === "called-with" &&
    list.items.some((item) => {
      const values = item.kind === "call" ? item.args : item.kind === "list" ? item.items : [item];
      return renderAll(values) === renderAll(before.expected);
    })
  );
}
