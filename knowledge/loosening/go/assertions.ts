import { type Link, readChain } from "../chain.ts";
import { claimOf } from "../claims.ts";
import type { Expr } from "../code.ts";
import { isConstant } from "../is-constant.ts";
import { readHamcrest } from "../java/hamcrest.ts";
import { readLength, readPredicate } from "../predicate.ts";
import type { Claim, Matcher } from "../test-model.ts";

/** What an expression claims in Go; null where it is no assertion. */
export function claimInGo(expr: Expr): readonly Claim[] | null {
  if (expr.kind !== "call") return null;
  const links = readChain(expr);
  const last = links.at(-1);
  if (last?.args == null) return null;
  const gomega = links.find(
    ({ name, args }) => /^(Expect|Ω|Eventually|Consistently)$/.test(name) && args !== null,
  );
  if (gomega !== undefined && /^(To|ToNot|NotTo|Should|ShouldNot)$/.test(last.name))
    return readGomega(gomega, last);
  const owner = links.at(-2);
  if (owner === undefined || links.length > 3) return readHelper(last, expr);
  const recorded = owner.expr === expr ? null : readRecorded(last, owner.expr);
  if (recorded !== null) return recorded;
  if (/^(assert|require|must|is|check|qt)$/.test(owner.name) && owner.args === null)
    return readTestify(last.name, withoutT(last.args, owner.name));
  // `s.Require().Equal(…)` and `s.Equal(…)` of a suite, `assert := assert.New(t)`.
  if ((owner.name === "Require" || owner.name === "Assert") && owner.args !== null)
    return readTestify(last.name, last.args);
  if (/^(s|suite|ts|a|r|c)$/.test(owner.name)) return readTestify(last.name, last.args);
  return readHelper(last, expr);
}

/** What a mock of testify is asked for in the end. */
function readRecorded({ name, args }: Link, mock: Expr): readonly Claim[] | null {
  if (!/^Assert(Expectations|Called|NotCalled|NumberOfCalls)$/.test(name)) return null;
  const [method, ...given] = withoutT(args ?? [], "");
  if (method === undefined) return [claimOf(`custom:${name}`, mock)];
  const { start, end, line } = mock;
  const called = method.kind === "literal" ? method.value : name;
  const subject: Expr = { kind: "member", of: mock, name: called, start, end, line };
  if (name === "AssertNotCalled") return [claimOf("called", subject, given, { negated: true })];
  return [claimOf(name === "AssertCalled" ? "called-with" : "called-times", subject, given)];
}

function readHelper(last: Link, expr: Expr): readonly Claim[] | null {
  if (!/^(assert|require|expect|verify|check|must)[A-Z]/.test(last.name)) return null;
  const [subject = expr, ...expected] = withoutT(last.args ?? [], "");
  return [claimOf(`custom:${last.name}`, subject, expected)];
}

function withoutT(args: readonly Expr[], owner: string): readonly Expr[] {
  const [first] = args;
  if (owner === "is" || first === undefined) return args;
  return first.kind === "name" && /^(t|tb|b|f|c|tt|st)$/.test(first.name)
    ? args.slice(1)
    : first.kind === "call" && first.callee.kind === "member" && first.callee.name === "T"
      ? args.slice(1)
      : args;
}

/** Matcher, whether it is negated, and the position of the subject. */
const TESTIFY: Readonly<Record<string, readonly [Matcher, boolean, number]>> = {
  Equal: ["equal", false, 1],
  EqualValues: ["equal", false, 1],
  Exactly: ["strict", false, 1],
  NotEqual: ["equal", true, 1],
  Same: ["same", false, 1],
  NotSame: ["same", true, 1],
  JSONEq: ["equal", false, 1],
  YAMLEq: ["equal", false, 1],
  DeepEqual: ["equal", false, 0],
  ElementsMatch: ["unordered", false, 1],
  Subset: ["subset", false, 0],
  Contains: ["contains", false, 0],
  NotContains: ["contains", true, 0],
  Regexp: ["pattern", false, 1],
  NotRegexp: ["pattern", true, 1],
  Len: ["length", false, 0],
  Greater: ["above", false, 0],
  GreaterOrEqual: ["at-least", false, 0],
  Less: ["below", false, 0],
  LessOrEqual: ["at-most", false, 0],
  IsType: ["type", false, 1],
  Implements: ["type", false, 1],
  Panics: ["throws", false, 0],
  PanicsWithValue: ["throws", false, 1],
  PanicsWithError: ["throws", false, 1],
  NotPanics: ["completes", false, 0],
  InDelta: ["approx", false, 1],
  InEpsilon: ["approx", false, 1],
  WithinDuration: ["approx", false, 1],
  NotNil: ["defined", false, 0],
  NotEmpty: ["defined", false, 0],
  NotZero: ["defined", false, 0],
};

function readTestify(method: string, args: readonly Expr[]): readonly Claim[] | null {
  const name =
    method.endsWith("f") && Object.hasOwn(TESTIFY, method.slice(0, -1)) ? method.slice(0, -1) : method;
  const [first, second, third] = args;
  if (first === undefined) return null;
  const { start, end, line } = first;
  const value = (type: "nothing" | "number", text: string): Expr => ({
    kind: "literal",
    type,
    value: text,
    start,
    end,
    line,
  });
  if (/^(True|Truef|Assert|Check)$/.test(name)) return readPredicate(first);
  if (/^(False|Falsef)$/.test(name)) return readPredicate(first, false);
  if (/^(Nil|NoError|NilError|Nilf|NoErrorf|NoErr)$/.test(name))
    return [claimOf("equal", first, [value("nothing", "nil")])];
  if (/^(Empty|Zero)$/.test(name)) return [claimOf("length", first, [value("number", "0")])];
  if (/^(Eventually|EventuallyWithT|Eventuallyf)$/.test(name))
    return [claimOf("truthy", first, [], { timeout: second ?? null })];
  if (name === "Error") return [claimOf("defined", first)];
  if (/^(ErrorIs|ErrorAs|ErrorType)$/.test(name) && second !== undefined)
    return [claimOf(name === "ErrorIs" ? "equal" : "type", first, [second])];
  if (/^(ErrorContains|EqualError)$/.test(name) && second !== undefined) {
    const told: Expr = {
      kind: "call",
      callee: { kind: "member", of: first, name: "Error", start, end, line },
      args: [],
      makes: false,
      start,
      end,
      line,
    };
    return [claimOf(name === "EqualError" ? "equal" : "contains", told, [second])];
  }
  const row = Object.hasOwn(TESTIFY, name) ? TESTIFY[name] : undefined;
  if (row === undefined)
    return /^(Len|Equal|Error)/.test(name) ? [claimOf(`custom:${name}`, first, args.slice(1))] : null;
  const [matcher, negated, position] = row;
  if (matcher === "defined" || matcher === "completes") return [claimOf(matcher, first)];
  if (matcher === "throws")
    return [claimOf("throws", args[position] ?? first, position === 0 ? [] : [first])];
  if (second === undefined) return null;
  if (matcher === "approx") {
    const swapped = isConstant(second) && !isConstant(first);
    return [
      claimOf("approx", swapped ? first : second, [swapped ? second : first], { tolerance: third ?? null }),
    ];
  }
  const flipped =
    position === 1 ? isConstant(second) && !isConstant(first) : isConstant(first) && !isConstant(second);
  const at = flipped && matcher === "equal" ? 1 - position : position;
  const subject = at === 0 ? first : second;
  const expected = at === 0 ? second : first;
  const counted = matcher === "equal" ? readLength(subject) : null;
  if (counted !== null) return [claimOf("length", counted, [expected], { negated })];
  if (expected.kind === "literal" && expected.type === "nothing" && negated)
    return [claimOf("defined", subject)];
  return [claimOf(matcher, subject, [expected], { negated })];
}

function readGomega(opening: Link, last: Link): readonly Claim[] | null {
  const [subject, limit] = opening.args ?? [];
  const [matcher] = last.args ?? [];
  if (subject === undefined || matcher === undefined) return null;
  const timeout = opening.name === "Eventually" ? (limit ?? null) : null;
  return readHamcrest(matcher, subject, /Not/.test(last.name)).map((claim) => ({ ...claim, timeout }));
}
