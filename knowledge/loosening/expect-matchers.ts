import { claimOf } from "./claims.ts";
import type { Expr } from "./code.ts";
import { isConstant } from "./is-constant.ts";
import { readLength, readPredicate } from "./predicate.ts";
import type { Claim, Matcher } from "./test-model.ts";

/** What `expect(subject).<name>(…)` claims in the frameworks that are used so, names in camel case. */
const MATCHERS: Readonly<Record<string, Matcher>> = {
  toBe: "same",
  equal: "same",
  equals: "same",
  eq: "same",
  toEqual: "equal",
  eql: "equal",
  deepEqual: "equal",
  toStrictEqual: "strict",
  toBeCloseTo: "approx",
  closeTo: "approx",
  approximately: "approx",
  toMatchObject: "subset",
  containSubset: "subset",
  toContain: "contains",
  toContainEqual: "contains",
  include: "contains",
  includes: "contains",
  contain: "contains",
  contains: "contains",
  string: "contains",
  members: "unordered",
  keys: "unordered",
  toMatch: "pattern",
  match: "pattern",
  toHaveLength: "length",
  lengthOf: "length",
  length: "length",
  toBeGreaterThan: "above",
  above: "above",
  gt: "above",
  greaterThan: "above",
  toBeGreaterThanOrEqual: "at-least",
  least: "at-least",
  gte: "at-least",
  toBeLessThan: "below",
  below: "below",
  lt: "below",
  lessThan: "below",
  toBeLessThanOrEqual: "at-most",
  most: "at-most",
  lte: "at-most",
  toBeInstanceOf: "type",
  toBeTypeOf: "type",
  instanceOf: "type",
  instanceof: "type",
  a: "type",
  an: "type",
  toBeTruthy: "truthy",
  ok: "truthy",
  toBeDefined: "defined",
  exist: "defined",
  toHaveProperty: "property",
  property: "property",
  toThrow: "throws",
  toThrowError: "throws",
  throw: "throws",
  throws: "throws",
  rejectedWith: "throws",
  rejected: "throws",
  toPass: "completes",
  toHaveBeenCalledWith: "called-with",
  toHaveBeenLastCalledWith: "called-with",
  toHaveBeenNthCalledWith: "called-with",
  toHaveBeenCalledExactlyOnceWith: "called-with",
  toBeCalledWith: "called-with",
  calledWith: "called-with",
  calledOnceWith: "called-with",
  toHaveReturnedWith: "called-with",
  toHaveBeenCalledTimes: "called-times",
  toBeCalledTimes: "called-times",
  callCount: "called-times",
  toHaveBeenCalled: "called",
  toBeCalled: "called",
  called: "called",
  toHaveReturned: "called",
  toMatchSnapshot: "snapshot",
  toHaveScreenshot: "snapshot",
  toMatchAriaSnapshot: "inline-snapshot",
  toMatchFileSnapshot: "snapshot",
  toThrowErrorMatchingSnapshot: "snapshot",
  toMatchInlineSnapshot: "inline-snapshot",
  toThrowErrorMatchingInlineSnapshot: "inline-snapshot",
  toBeInTheDocument: "present",
  toBeAttached: "present",
  toBeVisible: "visible",
  toBeInViewport: "visible",
  toBeEnabled: "state",
  toBeDisabled: "state",
  toBeChecked: "state",
  toBeFocused: "state",
  toBeEditable: "state",
  toBeRequired: "state",
  toHaveFocus: "state",
  toHaveText: "has-text",
  toHaveTextContent: "contains-text",
  toContainText: "contains-text",
  toHaveTitle: "attribute",
  toHaveURL: "attribute",
  toHaveUrl: "attribute",
  toHaveValue: "attribute",
  toHaveValues: "attribute",
  toHaveDisplayValue: "attribute",
  toHaveAttribute: "attribute",
  toHaveClass: "attribute",
  toHaveStyle: "attribute",
  toHaveCss: "attribute",
  toHaveCSS: "attribute",
  toHaveId: "attribute",
  toHaveRole: "attribute",
  toHaveAccessibleName: "attribute",
  toHaveCount: "count",
};

/** Matchers that are the equality with one value. */
const VALUES: Readonly<Record<string, string>> = {
  toBeNull: "null",
  null: "null",
  toBeUndefined: "undefined",
  undefined: "undefined",
  toBeNaN: "NaN",
  NaN: "NaN",
  true: "true",
  false: "false",
};

/** Whether the frameworks have a matcher of this name themselves. */
export function isKnownMatcher(name: string): boolean {
  return Object.hasOwn(MATCHERS, name) || Object.hasOwn(VALUES, name);
}

/** Reads one matcher of a chain, or null where the name is none. */
export function readMatcher(
  name: string,
  args: readonly Expr[] | null,
  subject: Expr,
  negated: boolean,
): readonly Claim[] | null {
  const { start, end, line } = subject;
  const literal = (type: "nothing" | "boolean" | "number", value: string): Expr => ({
    kind: "literal",
    type,
    value,
    start,
    end,
    line,
  });
  if (name === "toBeFalsy") return [claimOf("truthy", subject, [], { negated: !negated })];
  if (name === "toBeHidden")
    return [claimOf("visible", subject, [], { negated: !negated, asynchronous: true })];
  if (name === "empty" || name === "toBeEmptyDOMElement")
    return [claimOf("length", subject, [literal("number", "0")], { negated })];
  if (/^(toHaveBeenCalledOnce|calledOnce)$/.test(name))
    return [claimOf("called-times", subject, [literal("number", "1")], { negated })];
  if (name === "notCalled") return [claimOf("called", subject, [], { negated: !negated })];
  const value = VALUES[name];
  if (value !== undefined) {
    if (negated && /null|undefined/i.test(value)) return [claimOf("defined", subject)];
    if (value === "true" || value === "false") return readTruth(subject, value === "true", negated);
    return [claimOf("equal", subject, [literal("nothing", value)], { negated })];
  }
  const matcher = Object.hasOwn(MATCHERS, name) ? MATCHERS[name] : undefined;
  if (matcher === undefined) return null;
  const given = args ?? [];
  const options = given.at(-1);
  const timeout = timeoutIn(options);
  const expected =
    timeout === null || options === undefined || !isOptions(options) ? given : given.slice(0, -1);
  if (matcher === "approx")
    return [
      claimOf("approx", subject, expected.slice(0, 1), {
        negated,
        tolerance: expected[1] ?? null,
        digits: name === "toBeCloseTo",
      }),
    ];
  if (matcher === "state") {
    const word = name.slice(4);
    const opposite = word === "Disabled";
    return [
      claimOf(
        "state",
        subject,
        [{ kind: "literal", type: "type", value: opposite ? "Enabled" : word, start, end, line }],
        { negated: negated !== opposite, timeout, asynchronous: true },
      ),
    ];
  }
  if (matcher === "same" || matcher === "equal" || matcher === "strict") {
    const [first] = expected;
    const single = first?.kind === "literal";
    if (single && first.type === "boolean") return readTruth(subject, first.value === "true", negated);
    if (single && first.type === "nothing" && negated) return [claimOf("defined", subject)];
    const read = readOfSubject(subject, expected, negated);
    if (read !== null) return [read];
    // Of a value that is spelled out, identity and equality are one, or identity can never hold.
    const alike = first !== undefined && isConstant(first);
    return [claimOf(alike && matcher !== "strict" ? "equal" : matcher, subject, expected, { negated })];
  }
  if (matcher === "snapshot" || matcher === "inline-snapshot")
    return [claimOf(matcher, subject, expected, { negated, timeout })];
  const asynchronous =
    /present|visible|text|attribute|count|completes/.test(matcher) &&
    !/toBeInTheDocument|toHaveTextContent/.test(name);
  return [
    claimOf(matcher, subject, matcher === "attribute" ? [word(name), ...expected] : expected, {
      negated,
      timeout,
      asynchronous,
    }),
  ];

  function word(of: string): Expr {
    return { kind: "literal", type: "type", value: of, start, end, line };
  }
}

/** `expect(a === b).toBe(true)` claims what `a === b` says. */
function readTruth(subject: Expr, value: boolean, negated: boolean): readonly Claim[] {
  const { start, end, line } = subject;
  const asked = subject.kind === "await" ? subject.of : subject;
  const name = asked.kind === "call" && asked.callee.kind === "member" ? asked.callee.name : "";
  const holds = value !== negated;
  if (asked.kind === "call" && asked.callee.kind === "member") {
    if (/^(isVisible|is_visible|isDisplayed|is_displayed)$/.test(name))
      return [claimOf("visible", asked.callee.of, [], { negated: !holds })];
    if (/^(isEnabled|is_enabled|isChecked|is_checked)$/.test(name))
      return [
        claimOf(
          "state",
          asked.callee.of,
          [
            {
              kind: "literal",
              type: "type",
              value: /nabled/.test(name) ? "Enabled" : "Checked",
              start,
              end,
              line,
            },
          ],
          { negated: !holds },
        ),
      ];
  }
  const claims = readPredicate(subject, holds);
  const [only] = claims;
  if (claims.length !== 1 || only?.matcher !== "truthy") return claims;
  return [
    claimOf("equal", subject, [{ kind: "literal", type: "boolean", value: String(holds), start, end, line }]),
  ];
}

/** What is compared is a length, or what a page shows of an element. */
function readOfSubject(subject: Expr, expected: readonly Expr[], negated: boolean): Claim | null {
  const asked = subject.kind === "await" ? subject.of : subject;
  if (asked.kind === "call" && asked.callee.kind === "member") {
    const { name, of } = asked.callee;
    if (/^(textContent|innerText|text_content|inner_text)$/.test(name))
      return claimOf("has-text", of, expected, { negated });
    if (/^(count)$/.test(name) && subject.kind === "await")
      return claimOf("count", of, expected, { negated });
  }
  if (asked.kind === "member" && /^(textContent|innerText)$/.test(asked.name))
    return claimOf("has-text", asked.of, expected, { negated });
  const counted = readLength(subject);
  return counted === null ? null : claimOf("length", counted, expected, { negated });
}

/** `{ timeout: 5000 }`, or `timeout=5000`. */
export function timeoutIn(options: Expr | undefined): Expr | null {
  if (options?.kind === "named" && options.name === "timeout") return options.value;
  if (options?.kind !== "map") return null;
  const found = options.items.find((item) => item.kind === "named" && item.name === "timeout");
  return found?.kind === "named" ? found.value : null;
}

function isOptions(expr: Expr): boolean {
  return (
    expr.kind === "named" ||
    (expr.kind === "map" &&
      expr.items.every(
        (item) =>
          item.kind === "named" &&
          /^(timeout|intervals?|message|exact|ignoreCase|useInnerText)$/.test(item.name),
      ))
  );
}
