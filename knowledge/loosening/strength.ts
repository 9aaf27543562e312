import type { Assertion, Matcher } from "./test-model.ts";

/** How much a matcher proves of a subject, roughly: what is lower proves less. */
const STRENGTHS: Readonly<Record<string, number>> = {
  same: 104,
  strict: 102,
  equal: 100,
  unordered: 95,
  snapshot: 100,
  "inline-snapshot": 100,
  "has-text": 100,
  attribute: 100,
  count: 100,
  "called-with": 100,
  throws: 100,
  fail: 100,
  length: 90,
  approx: 80,
  "called-times": 75,
  subset: 70,
  property: 65,
  state: 62,
  visible: 60,
  contains: 50,
  "contains-text": 50,
  pattern: 50,
  present: 40,
  above: 30,
  "at-least": 29,
  below: 30,
  "at-most": 29,
  called: 25,
  type: 20,
  truthy: 10,
  completes: 6,
  defined: 5,
  either: 3,
};

/** What says that something is not so leaves all else open. */
const NEGATED = 12;
const CUSTOM = 70;

/** How much an assertion proves by its matcher alone. */
export function strengthOf({ matcher, negated }: Pick<Assertion, "matcher" | "negated">): number {
  const strength = isCustom(matcher) ? CUSTOM : (STRENGTHS[matcher] ?? 0);
  if (!negated || /^(truthy|visible|state|present|called|either|completes|custom:.*)$/.test(matcher))
    return strength;
  return Math.min(NEGATED, strength);
}

export function isCustom(matcher: Matcher): boolean {
  return matcher.startsWith("custom:");
}
