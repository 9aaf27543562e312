import type { Loosening } from "./loosening.ts";
import type { Refusal, TestFile } from "./test-model.ts";

/**
 * What tests share refuses less than before: a condition is gone, or needs more to hold. A condition in whose place
 * another stands is taken for mended. `before` and `after` are all files of an edit.
 */
export function compareRefusals(before: readonly TestFile[], after: readonly TestFile[]): Loosening[] {
  const free = after.flatMap(({ refusals }) => refusals);
  const missing: { path: string; refusal: Refusal }[] = [];
  for (const { path, refusals, tests } of before) {
    // What is gone with all that it did is judged by the tests that needed it.
    const now = after.find((file) => file.path === path);
    if (now === undefined) continue;
    const isGone = ({ within }: Refusal) => tests.length > 0 && within !== null && !now.functions.has(within);
    for (const refusal of refusals.filter((each) => !isGone(each)))
      if (!take((other) => isSame(other, refusal))) missing.push({ path, refusal });
  }
  const narrowed = missing.filter(({ refusal }) => take((other) => needsMore(other, refusal)));
  const gone = missing.filter((each) => !narrowed.includes(each)).slice(free.length);
  return [...narrowed, ...gone].map(({ path, refusal: { line, text } }) => ({
    kind: "assertion-removed",
    path,
    side: "before",
    line,
    text,
    why: "what tests share no longer refuses this",
    test: null,
    was: null,
    is: null,
  }));

  function take(matches: (refusal: Refusal) => boolean): boolean {
    const index = free.findIndex(matches);
    if (index >= 0) free.splice(index, 1);
    return index >= 0;
  }
}

function isSame(one: Refusal, other: Refusal): boolean {
  return one.needs.length === other.needs.length && one.needs.every((need) => other.needs.includes(need));
}

function needsMore(after: Refusal, before: Refusal): boolean {
  return after.needs.length > before.needs.length && before.needs.every((need) => after.needs.includes(need));
}
