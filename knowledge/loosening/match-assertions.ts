import { compareAssertions } from "./compare-assertions.ts";
import { compareSubjects } from "./compare-subjects.ts";
import { render, renderAll } from "./render.ts";
import { sortedAlike } from "./sorted-alike.ts";
import type { Assertion } from "./test-model.ts";
import type { Weakening } from "./weakening.ts";

/** An assertion and the one that stands in its place. */
export interface Pair {
  readonly before: Assertion;
  readonly after: Assertion;
  readonly weakening: Weakening | null;
}

export interface Matched {
  readonly pairs: readonly Pair[];
  /** Those of before in whose place nothing stands. */
  readonly gone: readonly Assertion[];
  /** Those of after that stand in no one's place. */
  readonly added: readonly Assertion[];
}

/** What an assertion claims, as one line: two that claim the same have the same. */
export function claimText({ matcher, subject, expected, negated }: Assertion): string {
  return `${negated ? "not " : ""}${matcher} ${render(subject)} ← ${renderAll(expected)}`;
}

/** Finds for each assertion of before one of after that claims the very same. */
export function matchExactly(before: readonly Assertion[], after: readonly Assertion[]): Matched {
  const free = new Map<string, Assertion[]>();
  for (const assertion of after) {
    const key = claimText(assertion);
    free.set(key, [...(free.get(key) ?? []), assertion]);
  }
  const pairs: Pair[] = [];
  const gone: Assertion[] = [];
  for (const assertion of before) {
    const candidates = free.get(claimText(assertion)) ?? [];
    const judged = candidates.map((candidate) => pairOf(assertion, candidate));
    const best = judged.find(({ weakening }) => weakening === null) ?? judged[0];
    if (best === undefined) gone.push(assertion);
    else {
      candidates.splice(candidates.indexOf(best.after), 1);
      pairs.push(best);
    }
  }
  return { pairs, gone, added: [...free.values()].flat() };
}

/** Beyond this many pairs nothing is looked for: what is gone is told as gone. */
const MOST_PAIRS = 40_000;

/** Finds for what is left the assertions that stand in its place, the likeliest first. */
export function matchRoughly(before: readonly Assertion[], after: readonly Assertion[]): Matched {
  if (before.length * after.length > MOST_PAIRS) return { pairs: [], gone: before, added: after };
  // Where something is still asked about, that is what answers for it.
  const same = new Set<Assertion>();
  for (const was of before) for (const is of after) if (compareSubjects(was, is).same) same.add(was).add(is);
  const candidates = before.flatMap((was) =>
    after.flatMap((is) => {
      if ((same.has(was) || same.has(is)) && !compareSubjects(was, is).same) return [];
      const score = likelihood(was, is);
      if (score === null) return [];
      const pair = pairOf(was, is);
      return [{ pair, score: score + (pair.weakening === null ? 1 : 0) }];
    }),
  );
  candidates.sort((one, other) => other.score - one.score);
  const taken = new Set<Assertion>();
  const pairs: Pair[] = [];
  for (const { pair } of candidates) {
    if (taken.has(pair.before) || taken.has(pair.after)) continue;
    taken.add(pair.before);
    taken.add(pair.after);
    pairs.push(pair);
  }
  return {
    pairs,
    gone: before.filter((assertion) => !taken.has(assertion)),
    added: after.filter((assertion) => !taken.has(assertion)),
  };
}

/** How likely one stands in the place of the other; null where it does not. */
function likelihood(before: Assertion, after: Assertion): number | null {
  const likeness = compareSubjects(before, after);
  const sameMatcher = before.matcher === after.matcher && before.negated === after.negated;
  const sameExpected = renderAll(before.expected) === renderAll(after.expected);
  const telling = before.expected.length > 0 && sameExpected && sameMatcher;
  const sorted = sortedAlike(before, after, "");
  const alike =
    sorted || likeness.same || likeness.navigated || (likeness.shaped && likeness.similarity >= 0.2);
  if (!alike && !(telling && (likeness.similarity >= 0.25 || isTelling(before)))) return null;
  return (
    likeness.similarity +
    (likeness.same ? 1 : 0) +
    (likeness.shaped ? 0.3 : 0) +
    (sameMatcher ? 0.5 : 0) +
    (sameExpected ? 0.7 : 0)
  );
}

/** Whether what is expected is so particular that it tells which assertion it was. */
function isTelling({ expected }: Assertion): boolean {
  const text = renderAll(expected);
  return text.length > 3 && !/^(true|false|null|undefined|None|nil)$/.test(text);
}

function pairOf(before: Assertion, after: Assertion): Pair {
  return { before, after, weakening: compareAssertions(before, after, compareSubjects(before, after)) };
}
