import type { Expr } from "./code.ts";
import { ignoredIn } from "./ignored-in.ts";
import { isConstant } from "./is-constant.ts";
import { lastName } from "./last-name.ts";
import { countLosses } from "./lossy.ts";
import { expressionsWithin } from "./parts-of.ts";
import { readLength } from "./predicate.ts";
import { render } from "./render.ts";
import { memberHeld } from "./scope.ts";
import type { Assertion } from "./test-model.ts";
import { type Weakening, weakening } from "./weakening.ts";

/** How the subjects of two assertions relate. */
export interface Likeness {
  /** One and the same, however it is written. */
  readonly same: boolean;
  /** Reached in another way, such as by another label. */
  readonly navigated: boolean;
  /** The same member or the same function, of something else. */
  readonly shaped: boolean;
  /** From 0 to 1. */
  readonly similarity: number;
}

const LOCATOR =
  /\b(get|query|find)(All)?By[A-Z]|\blocator\(|querySelector|\bcy\.(get|contains|find)|\bBy\.|get_by_|find_elements?|getElement|\bwrapper\.find|\$\(/;

export function compareSubjects(before: Assertion, after: Assertion): Likeness {
  const [was, is] = [subjectText(before), subjectText(after)];
  const same = was === is || before.rawSubject === after.rawSubject;
  return {
    same,
    navigated: LOCATOR.test(was) && LOCATOR.test(is),
    shaped: same || (shapeOf(before.subject) === shapeOf(after.subject) && shapeOf(after.subject) !== ""),
    similarity: same ? 1 : Math.max(similarity(was, is), similarity(before.rawSubject, after.rawSubject)),
  };
}

/** The subject; of a length, what is counted. */
export function subjectText({ subject }: Assertion): string {
  return render(readLength(subject) ?? subject);
}

/** In which way the subject of the new assertion is less than what was asked about, or null. */
export function weakerSubject(before: Assertion, after: Assertion, likeness: Likeness): Weakening | null {
  const { subject } = after;
  if (isConstant(subject) && !isConstant(before.subject))
    return weakening("subject-replaced", "what is asked about is a value that the test itself spells out");
  const [expected] = after.expected;
  if (expected !== undefined && render(expected) === render(subject) && !selfCompared(before))
    return weakening("subject-replaced", "both sides are the same, so that it always holds");
  if (likeness.same && render(subject) === render(before.subject)) return lostWait(before, after);
  if (isMock(subject) && !isMock(before.subject))
    return weakening("subject-replaced", "what is asked about is a stand-in now");
  if (isOfStandIn(subject) && !isOfStandIn(before.subject))
    return weakening("subject-replaced", "what is asked about is what the test itself spells out");
  if (isChoice(subject) && !isChoice(before.subject))
    return weakening("assertion-weakened", "one of several things is enough now");
  if (countLosses(subject) > countLosses(before.subject))
    return weakening("assertion-weakened", "a part of the value no longer counts in the comparison");
  if (ignoredIn([subject]) > ignoredIn([before.subject]))
    return weakening("assertion-weakened", "more of the value is left out of the comparison");
  if (likeness.navigated) return weakerLocator(before, after);
  if (
    callsIn(before.subject) > 0 &&
    callsIn(subject) === 0 &&
    render(before.subject).includes(render(rootOf(subject))) &&
    !likeness.same
  )
    return weakening("subject-replaced", "what is asked about no longer comes from the code under test");
  return null;
}

function selfCompared({ subject, expected }: Assertion): boolean {
  return expected[0] !== undefined && render(expected[0]) === render(subject);
}

/** A promise that is not waited for is always there. */
function lostWait(before: Assertion, after: Assertion): Weakening | null {
  const waits = ({ subject }: Assertion) =>
    [...expressionsWithin(subject)].some(({ kind }) => kind === "await");
  if (!waits(before) || waits(after) || after.asynchronous) return null;
  return /^(truthy|defined|type)$/.test(after.matcher)
    ? weakening("subject-replaced", "the promise itself is asked about, and no longer what it gives")
    : null;
}

const MOCKS =
  /^(mock|spy|fn|stub|fake|Mock|MagicMock|AsyncMock|NonCallableMock|createMock|create_autospec|mocked|createStubInstance|NewMock\w*)$/;

/** A value that a mocking library made, or a member of one. */
function isMock(expr: Expr): boolean {
  const root = rootOf(expr);
  return root.kind === "call" && MOCKS.test(lastName(root.callee));
}

/** A member of an object that the test spells out, with a mock or a fixed answer for it. */
function isOfStandIn(expr: Expr): boolean {
  const step = expr.kind === "await" ? expr.of : expr.kind === "call" ? expr.callee : expr;
  if (step.kind !== "member") return false;
  const held = memberHeld(step.of, step.name);
  return held === undefined ? isOfStandIn(step.of) : isMock(held) || answersFixed(held);
}

function answersFixed(expr: Expr): boolean {
  const [only] = expr.kind === "function" && expr.body.length === 1 ? expr.body : [];
  return only?.kind === "leave" && only.value !== null && isConstant(only.value);
}

/** What a chain of members and method calls begins with. */
function rootOf(expr: Expr): Expr {
  if (expr.kind === "await" || expr.kind === "member" || expr.kind === "index") return rootOf(expr.of);
  if (expr.kind === "call" && expr.callee.kind === "member" && !(expr.callee.of.kind === "name"))
    return rootOf(expr.callee.of);
  return expr;
}

function isChoice(expr: Expr): boolean {
  return expr.kind === "operation" && /^(\|\||\?\?|\?:)$/.test(expr.op);
}

const ANYTHING =
  /(locator|querySelector|get|find)\("(body|html|\*|:root|div|#root|#app)"\)|document\.(body|documentElement)$|\/\.[*+]?\//;

function weakerLocator(before: Assertion, after: Assertion): Weakening | null {
  const [was, is] = [render(before.subject), render(after.subject)];
  if (ANYTHING.test(is) && !ANYTHING.test(was))
    return weakening("assertion-weakened", "what is looked for is always there");
  // What is looked for by its text alone is what is claimed of the page.
  if (
    /^(present|visible|count|defined)$/.test(after.matcher) &&
    textLookedFor(was) !== textLookedFor(is) &&
    textLookedFor(was) !== ""
  ) {
    if (/\/.*\.[*+].*\//.test(textLookedFor(is)))
      return weakening("assertion-weakened", "nearly any text is found");
    if (textLookedFor(is) !== "")
      return weakening("expectation-changed", "another text is expected on the page");
  }
  return null;
}

function textLookedFor(text: string): string {
  return /(?:ByText|by_text|cy\.contains|ByDisplayValue)\(([^)]*)\)[^(]*$/.exec(text)?.[1] ?? "";
}

function callsIn(expr: Expr): number {
  return [...expressionsWithin(expr)].filter(({ kind }) => kind === "call").length;
}

/** The last name of a chain, or of what is called. */
function shapeOf(expr: Expr): string {
  if (expr.kind === "await") return shapeOf(expr.of);
  if (expr.kind === "call") return lastName(expr.callee);
  if (expr.kind === "index") return `${shapeOf(expr.of)}[]`;
  if (expr.kind === "function") {
    const [first] = expr.body;
    if (first?.kind === "expression") return shapeOf(first.expr);
    if (first?.kind === "leave" && first.value !== null) return shapeOf(first.value);
  }
  return expr.kind === "member" ? expr.name : "";
}

/** The share of words that two texts have in common. */
export function similarity(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.size === 0 || right.size === 0) return one === other ? 1 : 0;
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / (left.size + right.size - shared);
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}
