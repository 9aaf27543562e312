import { compareReach } from "./compare-assertions.ts";
import { drawsLess } from "./compare-draws.ts";
import { compareMarks } from "./compare-marks.ts";
import { covers } from "./covers.ts";
import { isStillCollected } from "./is-collected.ts";
import type { Loosening, LooseningKind } from "./loosening.ts";
import { claimText, matchExactly, matchRoughly, type Pair } from "./match-assertions.ts";
import { matchTests } from "./match-tests.ts";
import { render, renderAll } from "./render.ts";
import { sortedAlike } from "./sorted-alike.ts";
import type { Assertion, TestCase, TestFile } from "./test-model.ts";

/** Every place where the tests of some files prove less than before. Pure: decides over what was read. */
export function compareTests(before: readonly TestFile[], after: readonly TestFile[]): Loosening[] {
  const findings: Loosening[] = [];
  const { pairs, gone, added } = matchTests(before.flatMap(testsToMatch), after.flatMap(testsToMatch));
  const matched = pairs.map((pair) => ({
    ...pair,
    exact: matchExactly(pair.before.assertions, pair.after.assertions),
  }));
  // What is claimed anew anywhere can be what was moved from elsewhere.
  const spare = new Map<string, Assertion[]>();
  const isTest = ({ role }: TestCase) => role === "test";
  for (const assertion of [
    ...matched.flatMap(({ after: is, exact }) => (isTest(is) ? exact.added : [])),
    ...added.filter(isTest).flatMap(({ assertions }) => assertions),
  ])
    spare.set(claimText(assertion), [...(spare.get(claimText(assertion)) ?? []), assertion]);

  // Told when all that was moved as it stood is known.
  const leftOver: (() => void)[] = [];
  for (const { before: was, after: is, exact } of matched) {
    const moved = exact.gone.filter((assertion) => !takeSpare(assertion, is));
    const known = new Set(exact.pairs.map(({ after: assertion }) => claimText(assertion)));
    const fresh = exact.added.filter((assertion) => !known.has(claimText(assertion)) && isSpare(assertion));
    const rough = matchRoughly(moved, fresh);
    for (const pair of rough.pairs) spendSpare(pair.after);
    for (const pair of [...exact.pairs, ...rough.pairs])
      if (!sortedAlike(pair.before, pair.after, was.name)) tellPair(pair, was, is);
    const anew = [...rough.added, ...rough.pairs.map((pair) => pair.after)];
    const claims = rough.gone.filter((assertion) => !anew.some((other) => covers(other, assertion)));
    leftOver.push(() =>
      tellGone(
        was,
        is,
        claims.filter((assertion) => !isCoveredElsewhere(assertion)),
      ),
    );
    if (!isStillCollected(was.path, is.path))
      tell("test-renamed-away", is, "after", is, "its file has a name under which it is not run");
    for (const { kind, side, mark, why } of compareMarks(was, is))
      tell(kind, side === "after" ? is : was, side, mark, why);
    tellSwallowed(was, is);
    for (const forgotten of is.forgotten.slice(was.forgotten.length))
      tell("failure-swallowed", is, "after", forgotten, "what fails in it is a value that nobody looks at");
    if (drawsLess(was.draws, is.draws, skips(is) < skips(was)))
      tell("assertion-weakened", is, "after", is, "its examples are drawn from fewer values, or from others");
    tellRows(was, is);
  }
  const others = after.flatMap(({ functions }) => [...functions.keys()]);
  const notMoved = gone.map((test) => ({
    test,
    missing: test.assertions.filter((assertion) => !takeSpare(assertion, null)),
  }));
  for (const tellLeft of leftOver) tellLeft();
  for (const { test, missing } of notMoved) {
    const left = missing.filter((assertion) => !isCoveredElsewhere(assertion));
    if (left.length === 0 && test.assertions.length > 0) continue;
    if (test.role === "helper" && test.assertions.length === 0) continue;
    const name = test.name.slice(test.name.lastIndexOf("› ") + 1).trim();
    const renamed = others.find(
      (other) => other.toLowerCase().includes(name.toLowerCase().replace(/^test_?/, "")) && name.length > 4,
    );
    if (renamed === undefined) tell("test-removed", test, "before", test, "the test is gone");
    else tell("test-renamed-away", test, "before", test, `${renamed} has a name under which it is not run`);
  }
  for (const test of added.filter(isIdle))
    tell(
      "test-emptied",
      test,
      "after",
      test,
      "it stands in the place of a test of its base, and claims nothing",
    );
  for (const test of added)
    for (const { kind, mark, why } of compareMarks(null, test))
      if (kind === "test-focused" || decidesForOthers(test, before)) tell(kind, test, "after", mark, why);
  return findings;

  /** An assertion that reaches as far as this one, in a test that it was not in before. */
  function takeSpare(assertion: Assertion, _: TestCase | null): boolean {
    const candidates = spare.get(claimText(assertion)) ?? [];
    const index = candidates.findIndex((candidate) => compareReach(assertion, candidate) === null);
    if (index < 0) return false;
    candidates.splice(index, 1);
    return true;
  }

  /** Whether a stronger assertion of the very same was made in another test, and stands in no other's place. */
  function isCoveredElsewhere(assertion: Assertion): boolean {
    const subject = render(assertion.subject);
    for (const candidates of spare.values())
      for (const candidate of candidates)
        if (render(candidate.subject) === subject && covers(candidate, assertion)) {
          spendSpare(candidate);
          return true;
        }
    return false;
  }

  /** What stands in the place of one assertion is not what another was moved to. */
  function spendSpare(assertion: Assertion): void {
    const candidates = spare.get(claimText(assertion)) ?? [];
    const index = candidates.indexOf(assertion);
    if (index >= 0) candidates.splice(index, 1);
  }

  function isSpare(assertion: Assertion): boolean {
    return spare.get(claimText(assertion))?.includes(assertion) === true;
  }

  function tellPair({ before: was, after: is, weakening }: Pair, wasIn: TestCase, isIn: TestCase): void {
    if (weakening === null || (weakening.kind === "expectation-changed" && saysSame(was, is, isIn))) return;
    const valued = weakening.kind === "expectation-changed" || weakening.kind === "snapshot-rewritten";
    findings.push({
      kind: weakening.kind,
      path: isIn.path,
      side: "after",
      line: is.line,
      text: is.text,
      why: weakening.why,
      test: wasIn.name,
      was: valued ? told(was) : null,
      is: valued ? told(is) : null,
    });
  }

  function tellGone(was: TestCase, is: TestCase, left: readonly Assertion[]): void {
    if (left.length === 0 && !(was.assertions.length === 0 && is.body === "{}" && was.body !== "{}")) return;
    if (is.assertions.length === 0) {
      tell("test-emptied", is, "after", is, "nothing is claimed in it any more");
      return;
    }
    for (const assertion of left)
      tell("assertion-removed", was, "before", assertion, "what it claims is claimed nowhere now");
  }

  function tellSwallowed(was: TestCase, is: TestCase): void {
    for (const [call, { line }] of is.swallowed) {
      if (!was.calls.has(call) || was.swallowed.has(call)) continue;
      tell(
        "failure-swallowed",
        is,
        "after",
        { line, text: call.slice(0, 200) },
        "its failure is caught and forgotten",
      );
    }
  }

  function tellRows(was: TestCase, is: TestCase): void {
    if (was.rows === is.rows || is.rows === null) return;
    if (/\b(slice|filter|islice|take|limit|skip|head)\b|\[[^\]]*:/.test(is.rows))
      tell("test-removed", is, "after", is, "the test is run over a part of its table");
  }

  function tell(
    kind: LooseningKind,
    test: TestCase,
    side: "before" | "after",
    at: { line: number; text: string },
    why: string,
  ): void {
    findings.push({
      kind,
      path: test.path,
      side,
      line: at.line,
      text: at.text,
      why,
      test: test.name,
      was: null,
      is: null,
    });
  }
}

/** Another value of which the test itself says that it is equal to the one that was expected. */
function saysSame(was: Assertion, is: Assertion, { assertions }: TestCase): boolean {
  const equality = (assertion: Assertion) =>
    /^(equal|strict|same)$/.test(assertion.matcher) && !assertion.negated && assertion.guards.length === 0;
  if (!equality(was) || !equality(is) || is.expected.length !== 1) return false;
  const [from, to] = [renderAll(was.expected), renderAll(is.expected)];
  return assertions.some(
    (other) =>
      other !== is && equality(other) && render(other.subject) === from && renderAll(other.expected) === to,
  );
}

function skips({ marks }: TestCase): number {
  return marks.filter(({ kind }) => kind === "skip").length;
}

/** A test that does nothing but to stand in the place of one that its class would have otherwise. */
function isIdle({ role, mayOverride, assertions, calls }: TestCase): boolean {
  const words = /^(print|console\.\w+|System\.out\.\w+|t\.Logf?|s\.T\(\)\.Logf?|log\w*\.\w+)\(/;
  return (
    role === "test" && mayOverride && assertions.length === 0 && [...calls].every((call) => words.test(call))
  );
}

/** Functions by which a file decides which tests of others are run, and what runs around every test. */
const RUNNERS_OWN = /(^|› )(pytest_\w+|TestMain)$/;
const AROUND = /(^|› )\([^()]*\)$/;

/** Whether what is new says how tests that were there before are run. */
function decidesForOthers({ role, name, path }: TestCase, before: readonly TestFile[]): boolean {
  if (role === "helper" && RUNNERS_OWN.test(name)) return true;
  const was = before.find((file) => file.path === path);
  if (was === undefined) return false;
  // A fixture that tests were given already.
  return role === "helper" ? was.functions.has(name) : AROUND.test(name);
}

/** Tests, and functions that other files share. */
function testsToMatch({ tests, helpers }: TestFile): readonly TestCase[] {
  const covered = new Set(tests.flatMap(({ assertions }) => assertions.map(({ line }) => line)));
  // What the tests of the file call is compared where they call it.
  return [...tests, ...helpers.filter(({ assertions }) => !assertions.some(({ line }) => covered.has(line)))];
}

function told({ rawExpected, matcher, negated, expected }: Assertion): string {
  if (rawExpected !== "" && expected.length > 0) return `${negated ? "not " : ""}${rawExpected}`;
  if (rawExpected !== "" && matcher === "truthy") return String(!negated);
  return `${negated ? "not " : ""}${matcher}`;
}
