import { readChain } from "../chain.ts";
import { claimOf } from "../claims.ts";
import type { CallExpr, Expr } from "../code.ts";
import { readMatcher, timeoutIn } from "../expect-matchers.ts";
import { isConstant } from "../is-constant.ts";
import { lastName } from "../last-name.ts";
import { readLength, readPredicate } from "../predicate.ts";
import type { Claim, Matcher } from "../test-model.ts";

/** What an expression claims in Python; null where it is no assertion. */
export function claimInPython(expr: Expr): readonly Claim[] | null {
  if (expr.kind !== "call") return null;
  const links = readChain(expr);
  const last = links.at(-1);
  if (last?.args == null) return null;
  if (links[0]?.name === "expect" && links[0].args !== null && links.length > 1) return readExpect(expr);
  const name = last.name;
  const args = last.args;
  if (/^assert_?(called|any_call|has_calls|not_called|awaited)/.test(name)) return readMock(expr, name);
  if (
    /^raises$/.test(name) &&
    args.length > 1 &&
    args.some(({ kind }) => kind === "name" || kind === "function")
  ) {
    const [error, fn, ...rest] = args;
    if (error === undefined || fn === undefined || fn.kind === "named") return null;
    return [claimOf("throws", rest.length === 0 ? fn : expr, [error])];
  }
  if (links.length <= 2 && /^(self|cls|tc|testcase)$/.test(links[0]?.name ?? ""))
    return readUnittest(name, args, expr);
  if (/^assert_(allclose|almost_equal|array_almost_equal|approx_equal)$/.test(name)) {
    const [subject = expr, expected, ...rest] = args;
    return [
      claimOf("approx", subject, expected === undefined ? [] : [expected], {
        tolerance: numberGiven(rest, /^(rtol|atol|decimal)$/),
        digits: named(rest, "decimal") !== null,
      }),
    ];
  }
  if (/^assert_(array_equal|equal|frame_equal|series_equal)$/.test(name)) {
    const [subject = expr, ...expected] = args;
    return [claimOf("equal", subject, expected)];
  }
  if (links.length <= 2 && /^(assert|expect|verify|should|ensure|check)_/.test(name)) {
    const [subject = expr, ...expected] = args;
    return [claimOf(`custom:${name}`, subject, expected)];
  }
  return null;
}

/** Entering a block that expects an error, or that forgets one. */
export function enterInPython(
  item: Expr,
): { readonly claims: readonly Claim[]; readonly swallows: boolean } | null {
  if (item.kind !== "call") return null;
  const name = lastName(item.callee);
  if (name === "suppress") return { claims: [], swallows: true };
  if (
    !/^(raises|warns|assertRaises|assertRaisesRegex|assertWarns|assertWarnsRegex|assertLogs|RaisesGroup)$/.test(
      name,
    )
  )
    return null;
  const [error, ...rest] = item.args;
  const expected = error === undefined ? [] : [error, ...rest.map(messagePattern)];
  return { claims: [claimOf("throws", item, expected)], swallows: false };
}

/** `match="…"`, and the second argument of `assertRaisesRegex`. */
function messagePattern(arg: Expr): Expr {
  const value = arg.kind === "named" ? arg.value : arg;
  return value.kind === "literal" ? { ...value, type: "pattern" } : value;
}

function readExpect(expr: CallExpr): readonly Claim[] | null {
  const links = readChain(expr);
  const [subject] = links[0]?.args ?? [];
  const last = links.at(-1);
  if (subject === undefined || last?.args == null) return null;
  const negated = /^not_/.test(last.name);
  const camel = last.name
    .replace(/^not_/, "")
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const timeout = last.args.map((arg) => timeoutIn(arg)).find((found) => found !== null) ?? null;
  const args = last.args.filter((arg) => timeoutIn(arg) === null);
  const read = readMatcher(camel, args, subject, negated);
  return (read ?? [claimOf(`custom:${last.name}`, subject, args)]).map((claim) => ({
    ...claim,
    timeout,
    asynchronous: false,
  }));
}

function readMock(expr: CallExpr, name: string): readonly Claim[] {
  const subject = expr.callee.kind === "member" ? expr.callee.of : expr;
  if (/with|any_call|has_calls/.test(name)) return [claimOf("called-with", subject, expr.args)];
  const { start, end, line } = expr;
  if (/once$/.test(name))
    return [
      claimOf("called-times", subject, [{ kind: "literal", type: "number", value: "1", start, end, line }]),
    ];
  return [claimOf("called", subject, [], { negated: /not_/.test(name) })];
}

const UNITTEST: Readonly<Record<string, readonly [Matcher, boolean]>> = {
  assertEqual: ["equal", false],
  assertEquals: ["equal", false],
  assertNotEqual: ["equal", true],
  assertIs: ["same", false],
  assertIsNot: ["same", true],
  assertListEqual: ["equal", false],
  assertDictEqual: ["equal", false],
  assertSetEqual: ["equal", false],
  assertTupleEqual: ["equal", false],
  assertSequenceEqual: ["equal", false],
  assertMultiLineEqual: ["equal", false],
  assertCountEqual: ["unordered", false],
  assertIn: ["contains", false],
  assertNotIn: ["contains", true],
  assertIsInstance: ["type", false],
  assertNotIsInstance: ["type", true],
  assertGreater: ["above", false],
  assertGreaterEqual: ["at-least", false],
  assertLess: ["below", false],
  assertLessEqual: ["at-most", false],
  assertRegex: ["pattern", false],
  assertNotRegex: ["pattern", true],
  assertRaises: ["throws", false],
  assertRaisesRegex: ["throws", false],
  assertAlmostEqual: ["approx", false],
  assertNotAlmostEqual: ["approx", true],
};

function readUnittest(name: string, args: readonly Expr[], expr: CallExpr): readonly Claim[] | null {
  const [first, second, ...rest] = args;
  if (first === undefined) return null;
  const { start, end, line } = expr;
  if (/^(assertTrue|assert_|failUnless)$/.test(name)) return readPredicate(first);
  if (name === "assertFalse") return readPredicate(first, false);
  if (name === "assertIsNone")
    return [claimOf("equal", first, [{ kind: "literal", type: "nothing", value: "None", start, end, line }])];
  if (name === "assertIsNotNone") return [claimOf("defined", first)];
  const row = Object.hasOwn(UNITTEST, name) ? UNITTEST[name] : undefined;
  if (row === undefined) {
    if (!/^(_?assert|_?expect|_?verify|_?check)/.test(name)) return null;
    return [claimOf(`custom:${name}`, first, args.slice(1))];
  }
  const [matcher, negated] = row;
  if (matcher === "throws")
    return second === undefined
      ? null
      : [claimOf("throws", expr, [first, ...(name === "assertRaisesRegex" ? [second] : [])])];
  if (second === undefined) return null;
  if (matcher === "contains") return [claimOf("contains", second, [first], { negated })];
  const swapped = matcher !== "type" && isConstant(first) && !isConstant(second);
  const [subject, expected] = swapped ? [second, first] : [first, second];
  if (matcher === "approx") {
    const delta = named(rest, "delta");
    const places = named(rest, "places") ?? rest.find(({ kind }) => kind === "literal") ?? null;
    return [
      claimOf("approx", subject, [expected], {
        negated,
        tolerance: delta ?? places ?? { kind: "literal", type: "number", value: "7", start, end, line },
        digits: delta === null,
      }),
    ];
  }
  if (matcher === "equal" || matcher === "same") {
    const counted = readLength(subject);
    if (counted !== null) return [claimOf("length", counted, [expected], { negated })];
    const alike = matcher === "same" && isConstant(expected);
    return [claimOf(alike ? "equal" : matcher, subject, [expected], { negated })];
  }
  return [claimOf(matcher, subject, [expected], { negated })];
}

function named(args: readonly Expr[], name: string): Expr | null {
  const found = args.find((arg) => arg.kind === "named" && arg.name === name);
  return found?.kind === "named" ? found.value : null;
}

function numberGiven(args: readonly Expr[], names: RegExp): Expr | null {
  const found = args.find((arg) => arg.kind === "named" && names.test(arg.name));
  return found?.kind === "named" ? found.value : null;
}
