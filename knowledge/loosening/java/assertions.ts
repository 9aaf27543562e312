import { type Link, readChain } from "../chain.ts";
import { claimOf } from "../claims.ts";
import type { CallExpr, Expr } from "../code.ts";
import { isConstant } from "../is-constant.ts";
import { lastName } from "../last-name.ts";
import { readLength, readPredicate } from "../predicate.ts";
import type { Claim, Matcher } from "../test-model.ts";
import { readRule } from "./expected-exception.ts";
import { readHamcrest } from "./hamcrest.ts";
import { readHttp } from "./http-assertions.ts";

/** What an expression claims in Java; null where it is no assertion. */
export function claimInJava(expr: Expr): readonly Claim[] | null {
  if (expr.kind !== "call" || expr.makes) return null;
  const links = readChain(expr);
  const http = readHttp(links, expr);
  if (http !== null) return http;
  const at = links.findIndex(
    ({ name, args }) =>
      args !== null &&
      /^(assertThat|assertThatThrownBy|assertThatCode|assertThatExceptionOfType|assertWithMessage|then|expectThat)$/.test(
        name,
      ),
  );
  if (at >= 0 && at <= 1) return readFluent(links.slice(at));
  const verified = links.findIndex(({ name, args }) => name === "verify" && args !== null);
  if (verified >= 0 && links.length > verified + 1) return readVerify(links.slice(verified), expr);
  const last = links.at(-1);
  if (last?.args == null) return null;
  if (links[0]?.name === "await" && /^(until|untilAsserted|untilTrue)$/.test(last.name))
    return readAwait(links);
  if (/^(verifyNoInteractions|verifyNoMoreInteractions|verifyZeroInteractions)$/.test(last.name))
    return last.args.map((mock) => claimOf("called", mock, [], { negated: true }));
  if (links.length > 2) return null;
  if (links.length === 2 && /^(thrown|exception|expected\w*)$/i.test(links[0]?.name ?? "")) {
    const rule = readRule(last.name, last.args, expr);
    if (rule !== null) return rule;
  }
  return readStatic(last.name, last.args, expr);
}

const STATIC: Readonly<Record<string, readonly [Matcher, boolean]>> = {
  assertEquals: ["equal", false],
  assertNotEquals: ["equal", true],
  assertSame: ["same", false],
  assertNotSame: ["same", true],
  assertArrayEquals: ["equal", false],
  assertIterableEquals: ["equal", false],
  assertLinesMatch: ["equal", false],
  assertInstanceOf: ["type", false],
};

function readStatic(name: string, args: readonly Expr[], expr: CallExpr): readonly Claim[] | null {
  const { start, end, line } = expr;
  const text = (arg: Expr | undefined) => arg?.kind === "literal" && arg.type === "string";
  // JUnit 4 has its message first.
  const given =
    text(args[0]) &&
    args.length > (/^(assertTrue|assertFalse|assertNull|assertNotNull|fail)$/.test(name) ? 1 : 2) &&
    !(args.length === 3 && text(args[2]) && /Equals/.test(name))
      ? args.slice(1)
      : args;
  const [first, second, third] = given;
  if (first === undefined) return null;
  if (name === "assertTrue") return readPredicate(first);
  if (name === "assertFalse") return readPredicate(first, false);
  if (name === "assertNull")
    return [claimOf("equal", first, [{ kind: "literal", type: "nothing", value: "null", start, end, line }])];
  if (name === "assertNotNull") return [claimOf("defined", first)];
  if (/^(assertThrows|assertThrowsExactly|expectThrows)$/.test(name) && second !== undefined)
    return [claimOf("throws", second, [first])];
  if (name === "assertDoesNotThrow") return [claimOf("completes", first)];
  if (/^(assertTimeout|assertTimeoutPreemptively)$/.test(name) && second !== undefined)
    return [claimOf("completes", second, [], { timeout: first })];
  if (name === "assertAll") return null;
  const row = Object.hasOwn(STATIC, name) ? STATIC[name] : undefined;
  if (row === undefined) {
    if (!/^(assert|expect|verify|should|ensure|check)[A-Z]/.test(name)) return null;
    return [claimOf(`custom:${name}`, first, given.slice(1))];
  }
  if (second === undefined) return null;
  const [matcher, negated] = row;
  if (matcher === "type") return [claimOf("type", second, [first])];
  const swapped = !isConstant(first) && isConstant(second);
  const [subject, expected] = swapped ? [first, second] : [second, first];
  if (
    third !== undefined &&
    !text(third) &&
    matcher === "equal" &&
    third.kind !== "function" &&
    !isMessage(third)
  )
    return [claimOf("approx", subject, [expected], { negated, tolerance: third })];
  const counted = matcher === "equal" ? readLength(subject) : null;
  if (counted !== null && numeric(expected)) return [claimOf("length", counted, [expected], { negated })];
  return [
    claimOf(matcher === "same" && isConstant(expected) ? "equal" : matcher, subject, [expected], { negated }),
  ];
}

function isMessage(expr: Expr): boolean {
  return expr.kind === "operation" && expr.op === "+";
}

function numeric(expr: Expr): boolean {
  return expr.kind === "literal" ? expr.type === "number" : expr.kind === "name";
}

const FLUENT: Readonly<Record<string, readonly [Matcher, boolean]>> = {
  isEqualTo: ["equal", false],
  isNotEqualTo: ["equal", true],
  isEqualToIgnoringCase: ["contains", false],
  isSameAs: ["same", false],
  isSameInstanceAs: ["same", false],
  isNotSameAs: ["same", true],
  isCloseTo: ["approx", false],
  isGreaterThan: ["above", false],
  isPositive: ["above", false],
  isGreaterThanOrEqualTo: ["at-least", false],
  isAtLeast: ["at-least", false],
  isNotNegative: ["at-least", false],
  isLessThan: ["below", false],
  isLessThanOrEqualTo: ["at-most", false],
  isAtMost: ["at-most", false],
  isInstanceOf: ["type", false],
  isExactlyInstanceOf: ["type", false],
  isNotNull: ["defined", false],
  isPresent: ["defined", false],
  isNotEmpty: ["defined", false],
  isNotBlank: ["defined", false],
  contains: ["contains", false],
  containsOnly: ["unordered", false],
  containsExactly: ["equal", false],
  containsExactlyElementsOf: ["equal", false],
  containsExactlyInAnyOrder: ["unordered", false],
  containsAnyOf: ["either", false],
  containsEntry: ["contains", false],
  containsKey: ["contains", false],
  containsIgnoringCase: ["contains", false],
  containsAll: ["contains", false],
  doesNotContain: ["contains", true],
  startsWith: ["contains", false],
  endsWith: ["contains", false],
  hasValue: ["equal", false],
  hasMessage: ["equal", false],
  hasMessageContaining: ["contains", false],
  hasMessageThat: ["contains", false],
  withMessage: ["equal", false],
  withMessageContaining: ["contains", false],
  hasSize: ["length", false],
  hasSizeGreaterThan: ["above", false],
  hasSizeGreaterThanOrEqualTo: ["at-least", false],
  hasSizeLessThan: ["below", false],
  matches: ["pattern", false],
  containsPattern: ["pattern", false],
  hasToString: ["equal", false],
  isIn: ["either", false],
  isBetween: ["at-least", false],
  isThrownBy: ["throws", false],
  doesNotThrowAnyException: ["completes", false],
};

/** AssertJ, Truth, and Hamcrest's `assertThat(actual, matcher)`. */
function readFluent(links: readonly Link[]): readonly Claim[] | null {
  const [head, ...rest] = links;
  if (head?.args == null) return null;
  const last = head.args.at(-1);
  if (rest.length === 0) {
    if (head.args.length < 2 || last === undefined) return null;
    const subject = head.args.at(-2);
    return subject === undefined ? null : readHamcrest(last, subject, false);
  }
  const [first] = head.args;
  if (first === undefined) return null;
  const throwing = /Throw|Exception/.test(head.name);
  let subject: Expr = first;
  const claims: Claim[] = [];
  if (head.name === "assertThatThrownBy") claims.push(claimOf("throws", first, []));
  for (const { name, args, expr } of rest) {
    if (args === null) continue;
    const row = Object.hasOwn(FLUENT, name) ? FLUENT[name] : undefined;
    if (row === undefined) {
      const read = readOther(name, args, subject, expr);
      if (read === "moves") subject = expr;
      else if (read !== null) claims.push(read);
      continue;
    }
    const [matcher, negated] = row;
    if (name === "isThrownBy") claims.push(claimOf("throws", args[0] ?? first, [first]));
    else if (matcher === "type" && throwing) claims.splice(0, 1, claimOf("throws", first, args));
    else claims.push(readRow(matcher, name, args, subject, negated, expr));
  }
  return claims;
}

function readRow(
  matcher: Matcher,
  name: string,
  args: readonly Expr[],
  subject: Expr,
  negated: boolean,
  { start, end, line }: Expr,
): Claim {
  const [first, second] = args;
  if (matcher === "approx")
    return claimOf("approx", subject, first === undefined ? [] : [first], {
      tolerance: second?.kind === "call" ? (second.args[0] ?? null) : (second ?? null),
    });
  if (/Size(Greater|Less)/.test(name))
    return claimOf(matcher, { kind: "member", of: subject, name: "length", start, end, line }, args, {
      negated,
    });
  if (matcher === "equal" && first?.kind === "literal" && first.type === "nothing" && negated)
    return claimOf("defined", subject);
  const counted = matcher === "equal" ? readLength(subject) : null;
  if (counted !== null && first !== undefined && numeric(first))
    return claimOf("length", counted, [first], { negated });
  if (/Message/.test(name))
    return claimOf(matcher, { kind: "member", of: subject, name: "message", start, end, line }, args, {
      negated,
    });
  if (/^(containsExactly|containsOnly|containsExactlyInAnyOrder)$/.test(name))
    return claimOf(matcher, subject, [{ kind: "list", items: args, start, end, line }], { negated });
  const zero: Expr = { kind: "literal", type: "number", value: "0", start, end, line };
  return claimOf(matcher, subject, /^(isPositive|isNotNegative)$/.test(name) ? [zero] : args, { negated });
}

const NAVIGATES =
  /^(extracting|extractingResultOf|first|last|element|singleElement|asString|asInstanceOf|as[A-Z]\w*|filteredOn|flatExtracting|map|flatMap|size|get|hasRootCause\w*|rootCause|cause|getCause|values|keys|value|returns|using\w+|ignoring\w+)$/;

/** A step that claims something by itself, moves on to another subject, or does neither. */
function readOther(
  name: string,
  args: readonly Expr[],
  subject: Expr,
  { start, end, line }: Expr,
): Claim | "moves" | null {
  if (name === "isTrue" || name === "isFalse") {
    const [only] = readPredicate(subject, name === "isTrue");
    if (only !== undefined && only.matcher !== "truthy") return only;
    return claimOf("equal", subject, [
      { kind: "literal", type: "boolean", value: String(name === "isTrue"), start, end, line },
    ]);
  }
  if (name === "isNull")
    return claimOf("equal", subject, [{ kind: "literal", type: "nothing", value: "null", start, end, line }]);
  if (/^(isEmpty|isZero)$/.test(name))
    return claimOf(name === "isEmpty" ? "length" : "equal", subject, [
      { kind: "literal", type: "number", value: "0", start, end, line },
    ]);
  if (
    /^(as|describedAs|withFailMessage|overridingErrorMessage|isNotNull|that|satisfies|allSatisfy)$/.test(
      name,
    ) &&
    !/atisf/.test(name)
  )
    return null;
  if (NAVIGATES.test(name)) return "moves";
  if (/atisf|Match/.test(name) && args[0]?.kind === "function")
    return claimOf(`custom:${name}`, args[0], [subject]);
  return claimOf(`custom:${name}`, subject, args);
}

/** `verify(mock, times(2)).save(x)` */
function readVerify(links: readonly Link[], expr: CallExpr): readonly Claim[] {
  const [verify, called] = links;
  const [mock, mode] = verify?.args ?? [];
  const { start, end, line } = expr;
  const subject: Expr = { kind: "member", of: mock ?? expr, name: called?.name ?? "", start, end, line };
  const name = mode?.kind === "call" ? lastName(mode.callee) : "";
  if (name === "never") return [claimOf("called", subject, called?.args ?? [], { negated: true })];
  const count = mode?.kind === "call" && /^(times|atMost|calls)$/.test(name) ? mode.args : [];
  const claims = [claimOf("called-with", subject, called?.args ?? [])];
  if (/^(times|calls)$/.test(name)) claims.push(claimOf("called-times", subject, count));
  else if (mode === undefined)
    claims.push(
      claimOf("called-times", subject, [{ kind: "literal", type: "number", value: "1", start, end, line }]),
    );
  return claims;
}

/** Awaitility. */
function readAwait(links: readonly Link[]): readonly Claim[] {
  const last = links.at(-1);
  const limit = links.find(({ name }) => name === "atMost" || name === "timeout");
  const call = limit?.expr;
  const [subject, matcher] = last?.args ?? [];
  if (subject === undefined) return [];
  const timeout = call?.kind === "call" ? (call.args.length === 1 ? (call.args[0] ?? null) : call) : null;
  const [only] = subject.kind === "function" ? subject.body : [];
  const value = only?.kind === "leave" && only.value !== null ? only.value : subject;
  if (matcher !== undefined)
    return readHamcrest(matcher, value, false).map((claim) => ({ ...claim, timeout }));
  if (last?.name === "untilAsserted") return [claimOf("completes", subject, [], { timeout })];
  return readPredicate(value).map((claim) => ({ ...claim, timeout }));
}
