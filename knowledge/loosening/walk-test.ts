import type { Expr, Place, Stmt } from "./code.ts";
import { numberOf } from "./duration.ts";
import { functionIn } from "./function-of.ts";
import { isConstant } from "./is-constant.ts";
import { evaluate, localFunction, valueGiven } from "./local-function.ts";
import { partsOfStmt } from "./parts-of.ts";
import { asCondition, readAgain } from "./predicate.ts";
import { messageOf, raisedError } from "./raised-error.ts";
import { render } from "./render.ts";
import { resolve } from "./resolve.ts";
import { lookUp, membersSet } from "./scope.ts";
import type { TestLanguage } from "./test-language.ts";
import type { Assertion, Claim } from "./test-model.ts";
import { truthOf } from "./truth-of.ts";
import { givesVerdict, saysNo } from "./verdict.ts";
import {
  EXPECTED_ERROR,
  noteAsked,
  visitExpression,
  walkCallback,
  walkFunction,
} from "./visit-expression.ts";
import type { At, Gathered, Walk } from "./walk.ts";
import { walkStatement } from "./walk-statement.ts";

/** Whether the test can end in the middle of a statement. */
function mayReturn(stmt: Stmt, verdict: boolean): boolean {
  if (stmt.kind === "leave") return stmt.how === "return" && !(verdict && saysNo(stmt));
  if (stmt.kind === "function" || stmt.kind === "class") return false;
  return partsOfStmt(stmt).bodies.some((body) => body.some((inner) => mayReturn(inner, verdict)));
}

/** What of a statement is run: of a branch that is decided already, the one side. */
function takenOf(stmt: Stmt, { scope }: At): readonly Stmt[] {
  const holds = stmt.kind === "branch" ? truthOf(resolve(stmt.test, scope)) : null;
  if (stmt.kind !== "branch" || holds === null) return [stmt];
  return holds ? stmt.body : stmt.otherwise;
}

/** How many statements a walk through a file may still take: tables in loops in helpers can multiply. */
export interface Steps {
  left: number;
}

/**
 * Walks through the body of a test in the order in which it runs and gathers what it claims. `nested` is asked about
 * each statement first: it takes those that declare a test of their own.
 */
export function walkTest(
  language: TestLanguage,
  text: string,
  body: readonly Stmt[],
  start: At,
  into: Gathered,
  steps: Steps,
  nested: (stmt: Stmt, at: At) => boolean,
): void {
  const walk: Walk = {
    language,
    text,
    into,
    body: walkBody,
    visit: (expr, at, stmt, awaited) => visitExpression(walk, expr, at, stmt, awaited),
    record(claims, stmt, at, awaited) {
      for (const claim of claims) {
        into.assertions.push(assertionOf(claim, stmt, at, awaited));
        noteAsked(walk, claim, at);
        askedOf(claim.subject, at);
      }
      walkFunctionsIn(claims, at);
    },
  };
  walkBody(body, start);

  function walkBody(stmts: readonly Stmt[], from: At): void {
    let at = from;
    for (const stmt of stmts) if (stmt.kind === "function") at.scope.values.set(stmt.name, functionIn(stmt));
    for (const stmt of stmts) {
      steps.left -= 1;
      if (steps.left < 0) return;
      if (nested(stmt, at)) continue;
      const after = walkStatement(walk, stmt, at);
      const taken = takenOf(stmt, at);
      const guard =
        after ?? (taken.some((each) => mayReturn(each, at.verdict)) ? "unless it returned before" : null);
      if (guard !== null) at = { ...at, guards: [...at.guards, guard] };
    }
  }

  /** A question that a function of the file answers in more than one step claims what that claims. */
  function askedOf(subject: Expr, at: At): void {
    const asked = subject.kind === "await" ? subject.of : subject;
    const local = asked.kind === "call" ? localFunction(asked, at.scope) : null;
    if (asked.kind !== "call" || local === null || !givesVerdict(local.name, local.value)) return;
    if (valueGiven(language, local.value, asked.args, at.scope) !== null) return;
    walkFunction(walk, local.name, local.value, asked, at, true);
  }

  /** What a claim is made of may claim more itself; a failure in what is to throw is what was expected. */
  function walkFunctionsIn(claims: readonly Claim[], at: At): void {
    const [first] = claims;
    if (first === undefined) return;
    const inside = first.matcher === "throws" ? { ...at, swallowedBy: EXPECTED_ERROR } : at;
    if (first.subject.kind === "function") walkCallback(walk, first.subject, inside, null);
    const given = first.matcher === "throws" ? raisedError(first.subject) : null;
    for (const expr of first.expected) if (expr.kind === "function") walkCallback(walk, expr, at, given);
  }

  function assertionOf(told: Claim, stmt: Place, at: At, awaited: boolean): Assertion {
    const again = readAgain(told, evaluate(language, told.subject, at.scope));
    const claim = language.strictBooleans ? asCondition(again) : again;
    const margin = claim.tolerance === null ? null : evaluate(language, claim.tolerance, at.scope);
    // JUnit's third argument is how far off a value may be, or what to say if it is.
    const isMessage = claim.matcher === "approx" && margin?.kind === "literal" && margin.type === "string";
    const matcher = isMessage ? "equal" : claim.matcher;
    const tolerance = isMessage ? null : numberOf(margin);
    const expected = claim.expected.map((expr) => evaluate(language, expr, at.scope));
    const asked = messageOf(askedAbout(claim, at));
    const [first] = expected;
    // TestNG has the value first, JUnit last: what the test spells out is what is expected.
    const swapped =
      /^(equal|strict|same|unordered)$/.test(claim.matcher) &&
      first !== undefined &&
      isConstant(asked) &&
      !isConstant(first);
    return {
      // Of a value that is spelled out, identity and equality are one, or identity can never hold.
      matcher: matcher === "same" && expected.every(isConstant) ? "equal" : matcher,
      subject: swapped ? messageOf(first) : asked,
      expected: swapped ? [asked, ...expected.slice(1)] : expected,
      negated: claim.negated,
      tolerance: tolerance !== null && claim.digits ? 10 ** -tolerance / 2 : tolerance,
      timeout: claim.timeout === null ? null : numberOf(resolve(claim.timeout, at.scope)),
      rawSubject: render(claim.subject),
      rawExpected: again.expected.map((expr) => text.slice(expr.start, expr.end)).join(", "),
      awaited,
      asynchronous: claim.asynchronous,
      guards: at.guards,
      order: { acts: into.acts, at: into.acts.length },
      swallowedBy: at.swallowedBy,
      line: stmt.line,
      text: lineOf(stmt),
    };
  }

  /** What is to throw, or not to, can be a function that the test gave a name. */
  function askedAbout({ matcher, subject }: Claim, at: At): Expr {
    const value =
      subject.kind === "name" && /^(throws|completes)$/.test(matcher)
        ? lookUp(at.scope, subject.name)
        : undefined;
    if (value?.kind === "function") return resolve(value, at.scope);
    const asked = evaluate(language, subject, at.scope);
    const set = subject.kind === "name" ? membersSet(at.scope, subject.name) : [];
    if (set.length === 0 || isConstant(asked)) return asked;
    // What the test wrote into a value stands beside what the code under test gave.
    const { start, end, line } = subject;
    const items = set.map(([name, part]): Expr => ({ kind: "named", name, value: part, start, end, line }));
    const rest: Expr = { kind: "other", type: "spread_element", parts: [asked], start, end, line };
    return { kind: "map", items: [rest, ...items], start, end, line };
  }

  function lineOf({ start: begin, end }: Place): string {
    const lines = text.slice(begin, end).split("\n", 3);
    return lines
      .map((line) => line.trim())
      .join(" ")
      .slice(0, 200);
  }
}
