import { render } from "./render.ts";
import type { Assertion } from "./test-model.ts";

/**
 * Whether an assertion stands before what was done ahead of it, and is still done: what says that something is not
 * there may not come before the last thing that could bring it, and nothing may come before all that was done.
 */
export function isOvertaken(before: Assertion, after: Assertion): boolean {
  const all = before.order.acts;
  if (before.order.at === 0 || all.length > MOST_ACTS || after.order.acts.length > MOST_ACTS) return false;
  const subject = render(before.subject);
  if (all.some((act) => subject.includes(act))) return false;
  const [done, later] = sides(before);
  const [doneNow, laterNow] = sides(after);
  const isLost = (act: string) =>
    count(doneNow, act) < count(done, act) && count(laterNow, act) > count(later, act);
  const last = done.at(-1);
  if (last === undefined) return false;
  if (saysAbsent(before)) return isLost(last);
  return done.every((act) => isLost(act) && count(doneNow, act) === 0);
}

/** A test that does more than this is not followed so far. */
const MOST_ACTS = 300;

function sides({ order: { acts, at } }: Assertion): readonly [readonly string[], readonly string[]] {
  return [acts.slice(0, at), acts.slice(at)];
}

function count(acts: readonly string[], act: string): number {
  return acts.filter((other) => other === act).length;
}

/** Whether it holds as long as nothing was done. */
function saysAbsent({ matcher, negated, expected }: Assertion): boolean {
  if (negated) return true;
  const [value] = expected;
  if (!/^(equal|strict|same|length|count|called-times)$/.test(matcher) || value === undefined) return false;
  if (value.kind === "list" || value.kind === "map") return value.items.length === 0;
  return value.kind === "literal" && (value.type === "nothing" || /^(0|false|)$/.test(value.value));
}
