import { compareExpected, compareTolerance, contradicts } from "./compare-expected.ts";
import { type Likeness, similarity, weakerSubject } from "./compare-subjects.ts";
import { isOvertaken } from "./overtaken.ts";
import { renderAll } from "./render.ts";
import { isCustom, strengthOf } from "./strength.ts";
import type { Assertion } from "./test-model.ts";
import { type Weakening, weakening } from "./weakening.ts";

/** In which way an assertion proves less than the one in whose place it stands; null where it proves as much. */
export function compareAssertions(before: Assertion, after: Assertion, likeness: Likeness): Weakening | null {
  return (
    compareReach(before, after) ??
    weakerSubject(before, after, likeness) ??
    compareMatchers(before, after) ??
    compareTimeouts(before, after)
  );
}

/** Whether it is still reached, and its failure still told. */
export function compareReach(before: Assertion, after: Assertion): Weakening | null {
  if (after.swallowedBy !== null && before.swallowedBy === null)
    return weakening("failure-swallowed", `its failure is caught and forgotten (${after.swallowedBy})`);
  const added = after.guards.filter((guard) => !before.guards.includes(guard));
  const [guard] = added;
  const unheard = added.find((each) => UNHEARD.test(each));
  if (unheard !== undefined) return weakening("assertion-unreachable", unheard);
  const fewer = added.find(
    (each) => NARROWED.test(each) && !before.guards.some((other) => NARROWED.test(other)),
  );
  if (fewer !== undefined)
    return weakening("assertion-unreachable", `fewer values are looked at (${fewer.slice(0, 120)})`);
  if (guard !== undefined && (after.guards.length > before.guards.length || guard === "never")) {
    if (guard.startsWith("recovers"))
      return weakening("failure-swallowed", "a panic before it is caught and forgotten");
    return weakening("assertion-unreachable", `it is no longer reached always (${guard.slice(0, 120)})`);
  }
  if (after.asynchronous && !after.awaited && (before.awaited || !before.asynchronous))
    return weakening("assertion-unreachable", "nothing waits for it");
  if (isOvertaken(before, after))
    return weakening("assertion-weakened", "it is asked before what it is about is done");
  return null;
}

/** Guards under which a failure reaches nobody. */
const UNHEARD = /^nothing (waits|asks) for it$/;

/** A loop over a part of what there is. */
const NARROWED = /^for each of .*(\b(filter|slice|islice|take|limit|head|subList)\b|_clause|slice\()/;

function compareMatchers(before: Assertion, after: Assertion): Weakening | null {
  if (before.matcher === after.matcher) {
    if (before.negated !== after.negated) return compareOpposites(before, after);
    return compareExpected(before, after);
  }
  const pair = `${before.matcher} ${after.matcher}`;
  if (/^(completes throws|throws completes)$/.test(pair))
    return weakening("expectation-changed", "the opposite is expected");
  if (before.negated && after.negated && pair === "present visible")
    return weakening("assertion-weakened", "it may be there now, if it is only hidden");
  if (before.negated && after.negated && pair === "visible present") return null;
  if (after.matcher === "approx") return weakenedToApprox(before, after);
  if (pair === "snapshot inline-snapshot") return null;
  if (pair === "inline-snapshot snapshot")
    return weakening("snapshot-rewritten", "the snapshot is kept elsewhere");
  if (/snapshot$/.test(after.matcher) && strengthOf(before) >= USUAL_STRENGTH)
    return weakening("snapshot-rewritten", "a snapshot stands where a value stood");
  if (isCustom(after.matcher)) return compareCustom(before, after);
  // The languages' own words for text that is part of a text.
  if (/^(contains pattern|pattern contains|contains-text has-text)$/.test(pair))
    return patternAndText(before, after);
  if (strengthOf(after) < strengthOf(before))
    return weakening("assertion-weakened", `"${nameOf(after)}" proves less than "${nameOf(before)}"`);
  if (EQUALITY.test(before.matcher) && EQUALITY.test(after.matcher) && before.negated === after.negated)
    return compareExpected(before, after);
  return contradicts(before, after);
}

/** Matchers that say which value it is. */
const EQUALITY = /^(same|strict|equal|unordered)$/;
/** From here on a matcher says something of a value that a snapshot could get wrong. */
const USUAL_STRENGTH = 50;

function compareOpposites(before: Assertion, after: Assertion): Weakening | null {
  const sameValue = renderAll(before.expected) === renderAll(after.expected);
  if (sameValue) return weakening("expectation-changed", "the opposite is expected");
  if (strengthOf(after) < strengthOf(before))
    return weakening("assertion-weakened", "it is only said what the value is not");
  return null;
}

function weakenedToApprox(before: Assertion, after: Assertion): Weakening | null {
  if (strengthOf(before) < strengthOf(after)) return contradicts(before, after);
  return compareTolerance(0, after.tolerance ?? 1);
}

function compareCustom(before: Assertion, after: Assertion): Weakening | null {
  if (
    isCustom(before.matcher) &&
    similarity(before.matcher.slice(7), after.matcher.slice(7)) >= 0.5 &&
    renderAll(before.expected) === renderAll(after.expected)
  )
    return null;
  return weakening("assertion-weakened", "what is asked now stands where it cannot be read");
}

function patternAndText(before: Assertion, after: Assertion): Weakening | null {
  const [was, is] = [before.expected[0], after.expected[0]];
  if (was?.kind !== "literal" || is?.kind !== "literal") return contradicts(before, after);
  const plain = (text: string) => text.replace(/^\/(.*)\/\w*$/s, "$1").replace(/\\(.)/g, "$1");
  if (plain(is.value).includes(plain(was.value))) return null;
  if (after.matcher === "pattern")
    return weakening("assertion-weakened", "a pattern stands where a text stood");
  return weakening("expectation-changed", "another text is expected");
}

/** What Playwright and the like wait for where nothing else is told, in milliseconds. */
const USUAL_TIMEOUT = 5000;

function compareTimeouts(before: Assertion, after: Assertion): Weakening | null {
  if (after.timeout === null || after.timeout <= (before.timeout ?? USUAL_TIMEOUT)) return null;
  return weakening("timeout-raised", "it may take longer than before");
}

function nameOf({ matcher, negated }: Assertion): string {
  return `${negated ? "not " : ""}${matcher}`;
}
