import { claimOf } from "./claims.ts";
import type { Expr } from "./code.ts";
import { ignoredIn } from "./ignored-in.ts";
import { isConstant } from "./is-constant.ts";
import { lastName } from "./last-name.ts";
import { render } from "./render.ts";
import type { Claim, Matcher } from "./test-model.ts";

/** What is claimed when `expr` is claimed to hold, or with `holds` false not to: `a == b && c` claims two things. */
export function readPredicate(expr: Expr, holds = true): Claim[] {
  if (expr.kind === "await") return readPredicate(expr.of, holds);
  if (expr.kind === "operation") {
    const [left, right] = expr.operands;
    if (left !== undefined && right === undefined && expr.op === "!") return readPredicate(left, !holds);
    if (left !== undefined && right !== undefined) return readOperation(expr, expr.op, left, right, holds);
  }
  if (expr.kind === "call") {
    const claim = readCall(expr);
    if (claim !== null) return [{ ...claim, negated: claim.negated === holds }];
  }
  return [claimOf("truthy", expr, [], { negated: !holds })];
}

const COMPARISONS: Readonly<Record<string, readonly [Matcher, Matcher]>> = {
  ">": ["above", "at-most"],
  ">=": ["at-least", "below"],
  "<": ["below", "at-least"],
  "<=": ["at-most", "above"],
};
const MIRRORED: Readonly<Record<string, string>> = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" };

function readOperation(whole: Expr, op: string, left: Expr, right: Expr, holds: boolean): Claim[] {
  if (op === "&&" || op === "||") {
    // De Morgan: what must not hold of "or" must hold of neither.
    if ((op === "&&") === holds) return [...readPredicate(left, holds), ...readPredicate(right, holds)];
    return [claimOf("either", whole, [], { negated: !holds })];
  }
  const comparison = COMPARISONS[op];
  if (comparison !== undefined) {
    const distance = readDistance(op, left, right);
    if (distance !== null && holds) return [distance];
    const swapped = isConstant(left) && !isConstant(right);
    const [matcher, opposite] = swapped ? (COMPARISONS[MIRRORED[op] ?? op] ?? comparison) : comparison;
    return [claimOf(holds ? matcher : opposite, swapped ? right : left, [swapped ? left : right])];
  }
  const negated = (op === "!=" || op === "!==" || op === "is not" || op === "not in") === holds;
  if (/^[!=]==?$/.test(op) || op === "is" || op === "is not") {
    const swapped =
      (isConstant(left) && !isConstant(right)) || (isExpectation(left) && !isExpectation(right));
    return [readEquality(swapped ? right : left, swapped ? left : right, op.startsWith("is"), negated)];
  }
  if (op === "in" || op === "not in") return [claimOf("contains", right, [left], { negated })];
  if (op === "instanceof") return [claimOf("type", left, [right], { negated })];
  return [claimOf("truthy", whole, [], { negated: !holds })];
}

/** By its name: `want`, `expected`. */
function isExpectation(expr: Expr): boolean {
  return /^(want|expect|exp\b|golden)/i.test(render(expr).replace(/^.*\./, ""));
}

function readEquality(subject: Expr, expected: Expr, identical: boolean, negated: boolean): Claim {
  if (expected.kind === "literal" && expected.type === "nothing" && negated)
    return claimOf("defined", subject);
  const approx = readApprox(expected);
  if (approx !== null) return { ...approx, subject, negated };
  const counted = readLength(subject);
  if (counted !== null) return claimOf("length", counted, [expected], { negated });
  return claimOf(identical && expected.kind !== "literal" ? "same" : "equal", subject, [expected], {
    negated,
  });
}

/** `pytest.approx(3, abs=0.1)` */
function readApprox(expr: Expr): Claim | null {
  if (expr.kind !== "call" || lastName(expr.callee) !== "approx") return null;
  const [value, ...rest] = expr.args;
  if (value === undefined) return null;
  const given = rest.map((arg) => (arg.kind === "named" ? arg.value : arg));
  return claimOf("approx", expr, [value], { tolerance: given[0] ?? null });
}

/** `abs(a - b) < 0.1` */
function readDistance(op: string, left: Expr, right: Expr): Claim | null {
  if (!op.startsWith("<") || left.kind !== "call" || !/^(abs|Abs|fabs)$/.test(lastName(left.callee)))
    return null;
  const [difference] = left.args;
  if (difference?.kind !== "operation" || difference.op !== "-") return null;
  const [subject, expected] = difference.operands;
  if (subject === undefined || expected === undefined) return null;
  return claimOf("approx", subject, [expected], { tolerance: right });
}

/** The thing whose length an expression is. */
export function readLength(expr: Expr): Expr | null {
  if (expr.kind === "member" && /^(length|size)$/.test(expr.name)) return expr.of;
  if (expr.kind !== "call") return null;
  if (expr.callee.kind === "name" && expr.callee.name === "len" && expr.args.length === 1)
    return expr.args[0] ?? null;
  if (
    expr.callee.kind === "member" &&
    /^(size|length|count|Len)$/.test(expr.callee.name) &&
    expr.args.length === 0
  )
    return expr.callee.of;
  return null;
}

/** Questions that the languages' own libraries answer. */
function readCall(expr: Extract<Expr, { kind: "call" }>): Claim | null {
  const { callee, args } = expr;
  const [first, second] = args;
  const name = lastName(callee);
  const of = callee.kind === "member" ? callee.of : null;
  const owner = of?.kind === "name" ? of.name : "";
  if (name === "isinstance" && first !== undefined && second !== undefined)
    return claimOf("type", first, [second]);
  if (first !== undefined && second !== undefined) {
    if (
      /^(DeepEqual|equals|Equal|isDeepStrictEqual)$/.test(name) &&
      /^(reflect|cmp|Objects|Arrays|bytes|slices|maps|util)$/.test(owner)
    )
      return isExpectation(first) || isConstant(first)
        ? claimOf("equal", second, [first, ...looserIn(args)])
        : claimOf("equal", first, [second, ...looserIn(args)]);
    if (owner === "errors" && name === "Is") return claimOf("equal", first, [second]);
    if (owner === "errors" && name === "As") return claimOf("type", first, [second]);
    if (owner === "strings" && name === "Contains") return claimOf("contains", first, [second]);
    if (/^(strings)$/.test(owner) && /^Has(Prefix|Suffix)$/.test(name))
      return claimOf("contains", first, [second]);
    if (owner === "re" && /^(match|search|fullmatch)$/.test(name)) return claimOf("pattern", second, [first]);
    if (owner === "math" && /isclose/.test(name))
      return claimOf("approx", first, [second], { tolerance: givenValue(args[2]) });
  }
  if (of !== null && first !== undefined) {
    if (/^(equals|isEqual|Equal|equalsIgnoreCase|compareTo)$/.test(name))
      return readEquality(of, first, false, false);
    if (
      /^(includes|contains|startsWith|endsWith|startswith|endswith|has|containsKey|hasOwnProperty)$/.test(
        name,
      )
    )
      return claimOf("contains", of, [first]);
    if (name === "test" && of.kind === "literal") return claimOf("pattern", first, [of]);
    if (name === "matches") return claimOf("pattern", of, [first]);
  }
  if (of !== null && args.length === 0 && /^(isEmpty|is_empty)$/.test(name)) {
    const { start, end, line } = expr;
    return claimOf("length", of, [{ kind: "literal", type: "number", value: "0", start, end, line }]);
  }
  return null;
}

function givenValue(arg: Expr | undefined): Expr | null {
  if (arg === undefined) return null;
  return arg.kind === "named" ? arg.value : arg;
}

/** A claim about a name, read again as one about the question that the name holds the answer of. */
export function readAgain(claim: Claim, subject: Expr): Claim {
  if (claim.matcher === "truthy") {
    const [only, ...others] = readPredicate(subject, !claim.negated);
    return only === undefined || others.length > 0 || only.matcher === "truthy" ? claim : only;
  }
  const [expected] = claim.expected;
  const isDiff = subject.kind === "call" && lastName(subject.callee) === "Diff" && subject.args.length >= 2;
  if (claim.matcher !== "equal" || !isDiff || expected?.kind !== "literal" || expected.value !== "")
    return claim;
  const [want, got] = subject.args;
  if (want === undefined || got === undefined) return claim;
  const swapped = isConstant(got) && !isConstant(want);
  return {
    ...claim,
    subject: swapped ? want : got,
    expected: [swapped ? got : want, ...looserIn(subject.args)],
  };
}

/** To be equal to `true` or `false` as the condition that it is. */
export function asCondition(claim: Claim): Claim {
  const [only, ...others] = claim.expected;
  if (!/^(equal|same|strict)$/.test(claim.matcher) || others.length > 0) return claim;
  if (only?.kind !== "literal" || only.type !== "boolean") return claim;
  return { ...claim, matcher: "truthy", expected: [], negated: claim.negated !== (only.value === "false") };
}

/** Options of a comparison that take unlike values for alike. */
function looserIn(args: readonly Expr[]): readonly Expr[] {
  return args.slice(2).filter((arg) => ignoredIn([arg]) > 0);
}
