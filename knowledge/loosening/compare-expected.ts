import type { Expr } from "./code.ts";
import { numberOf } from "./duration.ts";
import { ignoredIn } from "./ignored-in.ts";
import { isConstant } from "./is-constant.ts";
import { lastName } from "./last-name.ts";
import { expressionsWithin } from "./parts-of.ts";
import { textOfPattern } from "./pattern-text.ts";
import { renamedAlike } from "./renamed-alike.ts";
import { render, renderAll } from "./render.ts";
import { strengthOf } from "./strength.ts";
import type { Assertion } from "./test-model.ts";
import { type Weakening, weakening } from "./weakening.ts";

const CHANGED = weakening("expectation-changed", "another value is expected");

/** Matchers inside of an expected value that take more than one value. */
const OPEN =
  /\b(any|anything|ANY|Any|Anything|AnythingOfType|AssignableToTypeOf|Cond|MatchedBy|objectContaining|arrayContaining|stringContaining|stringMatching|isA|any(?:String|Int|Long|Double|Boolean|List|Map|Object|Collection)|notNull|IsA|contains|matches|closeTo|approx|argThat|asymmetricMatch)\b\(?/g;

/** Compares what two assertions with one matcher on one subject expect. */
export function compareExpected(before: Assertion, after: Assertion): Weakening | null {
  const was = renderAll(before.expected);
  const is = renderAll(after.expected);
  const opened = countOpen(is) - countOpen(was);
  if (ignoredIn(after.expected) > ignoredIn(before.expected))
    return weakening("assertion-weakened", "more of the value is left out of the comparison");
  if (opened > 0) return weakening("assertion-weakened", "the expected value takes more than one value now");
  switch (after.matcher) {
    case "approx":
      if (was !== is) return CHANGED;
      return compareTolerance(before.tolerance, after.tolerance);
    case "above":
    case "at-least":
    case "below":
    case "at-most":
      return compareBound(before, after);
    case "inline-snapshot":
      if (was === is || was === "") return null;
      return weakening("snapshot-rewritten", "the snapshot in the test was rewritten");
    case "snapshot":
    case "fail":
      return null;
    default:
  }
  if (was === is || isOneObject(before, after) || renamedAlike(before, after)) return null;
  if (isRecomputed(before, after))
    return weakening("assertion-weakened", "what is expected is computed by what is asked about");
  if (opened < 0 && before.expected.length === after.expected.length) return null;
  switch (after.matcher) {
    case "contains":
    case "contains-text":
      return compareContained(before.expected, after.expected);
    case "subset":
      return compareSubset(before.expected[0], after.expected[0]);
    case "property":
    case "called-with":
    case "attribute":
      return startsAlike(after.expected, before.expected) && after.expected.length < before.expected.length
        ? weakening("assertion-weakened", "fewer values are expected")
        : startsAlike(before.expected, after.expected)
          ? null
          : CHANGED;
    case "pattern":
      return comparePattern(before.expected[0], after.expected[0]);
    case "throws":
      return compareThrown(before.expected, after.expected);
    case "has-text":
      return compareWholeText(before.expected[0], after.expected[0]);
    case "either":
      return CHANGED;
    default:
      return CHANGED;
  }
}

/** A name for one object that is no expected value spelled out, and that is made in another way now. */
function isOneObject(before: Assertion, after: Assertion): boolean {
  if (before.rawExpected !== after.rawExpected || /want|expect|golden/i.test(after.rawExpected)) return false;
  return (
    /^[\w$, ]+$/.test(after.rawExpected) &&
    [before, after].every(({ expected }) =>
      expected.every(({ kind }) => kind === "call" || kind === "literal"),
    ) &&
    before.expected.every(
      (expr, index) =>
        // What is made of plain values by the language's own means is a value, however it is called.
        (expr.kind === "call" && !isConstant(expr)) ||
        render(expr) === renderAll(after.expected.slice(index, index + 1)),
    )
  );
}

/** Functions of the languages' own libraries, that both sides may call. */
const PLAIN =
  /^(sorted|sort|list|len|set|tuple|dict|str|int|float|round|map|join|stringify|parse|String|Number|toList|collect|of|asList|toString|toSorted)$/;

/** `expect(render(x)).toBe(render(y))`, where a value that stood by itself was expected. */
function isRecomputed(before: Assertion, after: Assertion): boolean {
  const subject = after.subject.kind === "call" ? lastName(after.subject.callee) : "";
  if (subject === "" || PLAIN.test(subject)) return false;
  const calls = ({ expected }: Assertion) =>
    expected.some((expr) =>
      [...expressionsWithin(expr)].some((part) => part.kind === "call" && lastName(part.callee) === subject),
    );
  return calls(after) && !calls(before);
}

export function compareTolerance(before: number | null, after: number | null): Weakening | null {
  if (after === before || after === null || (before !== null && after <= before)) return null;
  return weakening("tolerance-widened", "the value may be further off than before");
}

function compareBound(before: Assertion, after: Assertion): Weakening | null {
  const [was] = before.expected;
  const [is] = after.expected;
  if (was === undefined || is === undefined) return null;
  if (render(was) === render(is)) return null;
  const [from, to] = [numberOf(was), numberOf(is)];
  if (from === null || to === null) return CHANGED;
  const wider = /above|least/.test(after.matcher) ? to < from : to > from;
  return wider ? weakening("assertion-weakened", "the bound lets more values pass than before") : null;
}

function compareContained(was: readonly Expr[], is: readonly Expr[]): Weakening | null {
  const [from, to] = [was[0], is[0]];
  if (was.length === 1 && is.length === 1 && from?.kind === "literal" && to?.kind === "literal") {
    if (to.type === "pattern" && from.type !== "pattern")
      return textOfPattern(to.value)?.text.includes(from.value) === true
        ? null
        : weakening("assertion-weakened", "a pattern stands where a text stood");
    if (to.value.includes(from.value)) return null;
    return from.value.includes(to.value)
      ? weakening("assertion-weakened", "less of the text is asked for")
      : CHANGED;
  }
  const [before, after] = [was.map(render), is.map(render)];
  if (before.every((value) => after.includes(value))) return null;
  return after.every((value) => before.includes(value))
    ? weakening("assertion-weakened", "fewer values are asked for")
    : CHANGED;
}

function compareSubset(was: Expr | undefined, is: Expr | undefined): Weakening | null {
  if (was === undefined || is === undefined) return CHANGED;
  const [before, after] = [leavesOf(was), leavesOf(is)];
  if (before.every((leaf) => after.includes(leaf))) return null;
  return after.every((leaf) => before.includes(leaf))
    ? weakening("assertion-weakened", "fewer parts of the value are asked for")
    : CHANGED;
}

/** `{a: {b: 1}}` as `a.b: 1`. */
function leavesOf(expr: Expr, path = ""): string[] {
  if (expr.kind === "map")
    return expr.items.flatMap((item) =>
      item.kind === "named" ? leavesOf(item.value, `${path}.${item.name}`) : [render(item)],
    );
  if (expr.kind === "list") return expr.items.flatMap((item) => leavesOf(item, `${path}[]`));
  return [`${path}: ${render(expr)}`];
}

function startsAlike(shorter: readonly Expr[], longer: readonly Expr[]): boolean {
  return shorter.every(
    (expr, index) => longer[index] !== undefined && render(expr) === render(longer[index]),
  );
}

function compareWholeText(was: Expr | undefined, is: Expr | undefined): Weakening | null {
  if (!isPattern(is) || isPattern(was) || is?.kind !== "literal") return CHANGED;
  const told = textOfPattern(is.value);
  if (told?.whole === true && was?.kind === "literal" && told.text === was.value) return null;
  return weakening("assertion-weakened", "a pattern stands where the whole text stood");
}

function isPattern(expr: Expr | undefined): boolean {
  return expr?.kind === "literal" && expr.type === "pattern";
}

/** Wildcards, choices, and what makes a part of a pattern optional. */
const LOOSE_PARTS = /\.[*+?]|\\[wWsSdD][*+?]?|\[[^\]]*\]|[*+?|]|\{\d*,\d*\}|\./g;

function comparePattern(was: Expr | undefined, is: Expr | undefined): Weakening | null {
  if (was?.kind !== "literal" || is?.kind !== "literal") return CHANGED;
  const [before, after] = [patternText(was.value), patternText(is.value)];
  const loose = (text: string) => (text.match(LOOSE_PARTS) ?? []).length;
  const anchors = (text: string) => (text.match(/(?<!\\|\[)[\^$]/g) ?? []).length;
  const ignoresCase = (text: string) => /^\/.*\/\w*i/s.test(text);
  if (
    loose(after) > loose(before) ||
    anchors(after) < anchors(before) ||
    (ignoresCase(is.value) && !ignoresCase(was.value))
  )
    return weakening("assertion-weakened", "the pattern matches more than before");
  if (before === after || after.includes(before)) return null;
  return before.includes(after)
    ? weakening("assertion-weakened", "the pattern asks for less of the text")
    : CHANGED;
}

function patternText(value: string): string {
  return value.replace(/^\/(.*)\/\w*$/s, "$1");
}

/** Kinds of errors that stand for nearly all others. */
const BROAD =
  /^(Error|Exception|Throwable|BaseException|RuntimeException|AssertionError|std::exception|error|object|Object)$/;

function compareThrown(was: readonly Expr[], is: readonly Expr[]): Weakening | null {
  if (is.length < was.length) return weakening("assertion-weakened", "less is asked of the error");
  const [from, to] = [was[0], is[0]];
  if (from === undefined || to === undefined) return null;
  // What the function asks of the error is claimed by itself.
  if (to.kind === "function" && from.kind !== "function")
    return weakening("assertion-weakened", "the kind of the error is no longer told");
  if (BROAD.test(render(to)) && !BROAD.test(render(from)))
    return weakening("assertion-weakened", "nearly any error passes now");
  if (BROAD.test(render(from)) && startsAlike(was.slice(1), is.slice(1))) return null;
  const choices = (expr: Expr) => (expr.kind === "list" ? expr.items.length : 1);
  if (choices(to) > choices(from)) return weakening("assertion-weakened", "more kinds of errors pass now");
  if (startsAlike(was, is)) return null;
  if (startsAlike(was.slice(0, 1), is.slice(0, 1))) return compareMessages(was[1], is[1]);
  if (from.kind === "literal" && to.kind === "literal" && from.type !== to.type) {
    if (to.type === "pattern" && textOfPattern(to.value)?.text.includes(from.value) === true) return null;
    if (to.type === "pattern" || (to.type === "type" && from.type === "string"))
      return weakening("assertion-weakened", "less is asked of the error");
  }
  if (from.kind === "literal" && to.kind === "literal" && from.type === "string" && to.type === "string")
    return compareContained([from], [to]);
  return CHANGED;
}

/** What an error says: a part of it, or in Python a pattern. */
function compareMessages(was: Expr | undefined, is: Expr | undefined): Weakening | null {
  if (isPattern(was) && isPattern(is)) return comparePattern(was, is);
  return was === undefined || is === undefined ? CHANGED : compareContained([was], [is]);
}

function countOpen(text: string): number {
  return (text.match(OPEN) ?? []).length;
}

/** Whether a stronger assertion than before rules out what was asked for before. */
export function contradicts(before: Assertion, after: Assertion): Weakening | null {
  if (
    strengthOf(after) <= strengthOf(before) &&
    after.matcher !== before.matcher &&
    after.negated !== before.negated
  )
    return CHANGED;
  const [value] = after.expected;
  const [asked] = before.expected;
  if (
    value === undefined ||
    !/^(equal|same|strict|length|count|called-times)$/.test(after.matcher) ||
    after.negated
  )
    return null;
  const number = numberOf(value);
  const bound = numberOf(asked);
  const text = value.kind === "literal" ? value.value : null;
  const fits = (): boolean => {
    switch (before.matcher) {
      case "truthy":
        return text === null || /^(false|0|null|undefined|None|nil|NaN|)$/.test(text) === before.negated;
      case "defined":
        return value.kind !== "literal" || value.type !== "nothing";
      case "called":
        return number === null || number > 0 !== before.negated;
      case "above":
        return number === null || bound === null || number > bound;
      case "at-least":
        return number === null || bound === null || number >= bound;
      case "below":
        return number === null || bound === null || number < bound;
      case "at-most":
        return number === null || bound === null || number <= bound;
      case "approx":
        return number === null || bound === null || Math.abs(number - bound) <= (before.tolerance ?? 0);
      case "contains":
      case "contains-text":
        if (text !== null && asked?.kind === "literal") return text.includes(asked.value) !== before.negated;
        return (
          value.kind !== "list" ||
          asked === undefined ||
          value.items.some((item) => render(item) === render(asked)) !== before.negated
        );
      case "length":
        if (value.kind === "list") return bound === null || value.items.length === bound;
        return bound === null || text === null || text.length === bound;
      case "equal":
        return !before.negated || asked === undefined || render(asked) !== render(value);
      default:
        return true;
    }
  };
  return fits() ? null : CHANGED;
}
