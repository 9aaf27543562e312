import { claimOf } from "../claims.ts";
import type { Expr } from "../code.ts";
import { lastName } from "../last-name.ts";
import { readPredicate } from "../predicate.ts";
import type { Claim, Matcher } from "../test-model.ts";

const MATCHERS: Readonly<Record<string, Matcher>> = {
  equalTo: "equal",
  Equal: "equal",
  BeEquivalentTo: "equal",
  sameInstance: "same",
  theInstance: "same",
  closeTo: "approx",
  BeNumerically: "custom:BeNumerically",
  greaterThan: "above",
  greaterThanOrEqualTo: "at-least",
  lessThan: "below",
  lessThanOrEqualTo: "at-most",
  hasSize: "length",
  HaveLen: "length",
  containsString: "contains",
  ContainSubstring: "contains",
  startsWith: "contains",
  endsWith: "contains",
  hasItem: "contains",
  hasItems: "contains",
  ContainElement: "contains",
  ContainElements: "contains",
  hasEntry: "contains",
  hasKey: "contains",
  HaveKey: "contains",
  contains: "equal",
  ConsistOf: "unordered",
  containsInAnyOrder: "unordered",
  hasProperty: "property",
  matchesPattern: "pattern",
  MatchRegexp: "pattern",
  instanceOf: "type",
  isA: "type",
  BeAssignableToTypeOf: "type",
  any: "type",
  anyOf: "either",
  Or: "either",
  HaveOccurred: "throws",
  MatchError: "throws",
  Panic: "throws",
};

/** What `assertThat(subject, matcher)` claims; matchers of gomega read the same. */
export function readHamcrest(matcher: Expr, subject: Expr, negated: boolean): readonly Claim[] {
  const { start, end, line } = matcher;
  const value = (type: "nothing" | "number" | "boolean", text: string): Expr => ({
    kind: "literal",
    type,
    value: text,
    start,
    end,
    line,
  });
  if (matcher.kind !== "call") return [claimOf("equal", subject, [matcher], { negated })];
  const name = lastName(matcher.callee);
  const [first, second] = matcher.args;
  if (/^(is|describedAs)$/.test(name) && first !== undefined) return readHamcrest(first, subject, negated);
  if (/^(not|Not)$/.test(name) && first !== undefined) return readHamcrest(first, subject, !negated);
  if (/^(allOf|both|And|SatisfyAll)$/.test(name))
    return matcher.args.flatMap((each) => readHamcrest(each, subject, negated));
  if (/^(notNullValue)$/.test(name)) return [claimOf("defined", subject)];
  if (/^(nullValue|BeNil|Succeed)$/.test(name))
    return negated ? [claimOf("defined", subject)] : [claimOf("equal", subject, [value("nothing", "null")])];
  if (/^(empty|emptyString|BeEmpty|anEmptyMap)$/.test(name))
    return [claimOf("length", subject, [value("number", "0")], { negated })];
  if (name === "BeTrue" || name === "BeFalse") return readPredicate(subject, (name === "BeTrue") !== negated);
  if (name === "HaveOccurred" && negated) return [claimOf("equal", subject, [value("nothing", "nil")])];
  if (/^(anything|hasToString)$/.test(name)) return [claimOf("either", subject, matcher.args, { negated })];
  const known = Object.hasOwn(MATCHERS, name) ? MATCHERS[name] : undefined;
  if (known === "approx")
    return [
      claimOf("approx", subject, first === undefined ? [] : [first], { negated, tolerance: second ?? null }),
    ];
  if (known !== undefined && /^(contains|containsInAnyOrder|ConsistOf)$/.test(name))
    return [
      claimOf("equal", subject, [{ kind: "list", items: matcher.args, start, end, line }], { negated }),
    ];
  return [claimOf(known ?? `custom:${name}`, subject, matcher.args, { negated })];
}
