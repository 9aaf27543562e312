import { changingNames } from "./changing-names.ts";
import type { Expr, Stmt } from "./code.ts";
import { endsTest, failsTest, recovers, tellsFailure } from "./failure.ts";
import { lastName } from "./last-name.ts";
import { evaluate } from "./local-function.ts";
import { readPredicate } from "./predicate.ts";
import { raisedError, raisedHolder } from "./raised-error.ts";
import { render } from "./render.ts";
import { resolve } from "./resolve.ts";
import { bind, innerScope, lookUp } from "./scope.ts";
import { asSorted, sortedInPlace } from "./sorted-in-place.ts";
import { spelledOut } from "./spelled-out.ts";
import { truthOf } from "./truth-of.ts";
import { saysNo, saysYes, verdictOf } from "./verdict.ts";
import type { At, Walk } from "./walk.ts";

/** Walks a statement. Gives the condition under which those after it are reached; null where they always are. */
export function walkStatement(walk: Walk, stmt: Stmt, at: At): string | null {
  const { language } = walk;
  switch (stmt.kind) {
    case "expression":
      walk.record(language.claimAlone(stmt.expr) ?? [], stmt, at, stmt.expr.kind === "await");
      walk.visit(stmt.expr, at, stmt, false);
      walkSort(stmt.expr, at);
      if (recovers(language, stmt.expr)) return "recovers from a panic";
      return endsTest(language, stmt.expr) ? "after the test was skipped" : null;
    case "assert":
      walk.record(readPredicate(stmt.test), stmt, at, true);
      return null;
    case "bind":
      walkBind(walk, stmt, at);
      return null;
    case "branch":
      return walkBranch(walk, stmt, at);
    case "loop":
      walkLoop(walk, stmt, at);
      return null;
    case "attempt":
      walkAttempt(walk, stmt, at);
      return null;
    case "with":
      walkWith(walk, stmt, at);
      return null;
    case "leave":
      if (stmt.value !== null) walkGiven(walk, stmt.value, stmt, at);
      return stmt.how === "throw" ? "after it threw" : "after it returned";
    case "block":
      walk.body(stmt.body, { ...at, scope: innerScope(at.scope) });
      return null;
    default:
      return null;
  }
}

/** A list that is sorted where it is stands sorted from there on. */
function walkSort(expr: Expr, at: At): void {
  const list = sortedInPlace(expr);
  const value = list === null ? undefined : lookUp(at.scope, list.name);
  if (list !== null && value !== undefined) bind(at.scope, list, asSorted(value));
}

/** What is returned; as a verdict it is a claim, but for a yes, which claims nothing. */
function walkGiven(walk: Walk, value: Expr, stmt: Extract<Stmt, { kind: "leave" }>, at: At): void {
  if (!at.verdict || stmt.how !== "return") walk.visit(value, at, stmt, true);
  else if (!saysYes(stmt))
    walk.record(readPredicate(evaluate(walk.language, verdictOf(value), at.scope)), stmt, at, true);
}

function walkBind(walk: Walk, stmt: Extract<Stmt, { kind: "bind" }>, at: At): void {
  const { target, value, op } = stmt;
  walk.visit(value, at, stmt, false);
  if (op === "=" || isAssertionName(target)) noteReplacement(walk, stmt, at);
  if (op === "+=") return;
  const claims = value.kind === "call" ? walk.language.claim(value) : null;
  // JUnit gives the error that was thrown.
  if (claims?.[0]?.matcher === "throws") bind(at.scope, target, raisedError(stmt));
  else if (value.kind === "function" && target.kind === "name") at.scope.values.set(target.name, value);
  else bind(at.scope, target, evaluate(walk.language, value, at.scope));
}

/** What the assertions of most frameworks begin with. */
function isAssertionName(expr: Expr): boolean {
  return expr.kind === "name" && /^(expect|assert)$/.test(expr.name);
}

/** A member, or a function of the package, that a test assigns a function of its own to. */
function noteReplacement({ into, text }: Walk, stmt: Extract<Stmt, { kind: "bind" }>, at: At): void {
  const { target, start, end, line } = stmt;
  const value = stmt.value.kind === "await" ? stmt.value.of : stmt.value;
  const isFunction = value.kind === "function";
  const replaces =
    isFunction ||
    (value.kind === "call" && /^(fn|Mock|MagicMock|AsyncMock|stub|mock)$/.test(lastName(value.callee)));
  const outside =
    target.kind === "member" ||
    isAssertionName(target) ||
    (target.kind === "name" && isFunction && lookUp(at.scope, target.name) === undefined);
  if (replaces && outside && !/^(self|this|cls)\.\w+$/.test(render(target)))
    into.replacements.push({ target: lastName(target), line, text: text.slice(start, end).slice(0, 200) });
}

function walkBranch(walk: Walk, stmt: Extract<Stmt, { kind: "branch" }>, at: At): string | null {
  const { language } = walk;
  if (stmt.body.some((inner) => failsTest(language, inner) || (at.verdict && saysNo(inner)))) {
    walk.record(readPredicate(stmt.test, false), stmt, at, true);
    walk.body(stmt.otherwise, { ...at, scope: innerScope(at.scope) });
    return null;
  }
  walk.visit(stmt.test, at, stmt, false);
  const test = resolve(stmt.test, at.scope);
  const holds = truthOf(test);
  const never = holds === false;
  const always = holds === true;
  const inner = (guard: string | null): At => ({
    ...at,
    scope: innerScope(at.scope),
    guards: guard === null ? at.guards : [...at.guards, guard],
  });
  const condition = render(test);
  walk.body(stmt.body, inner(always ? null : never ? "never" : `if ${condition}`));
  walk.body(stmt.otherwise, inner(never ? null : always ? "never" : `unless ${condition}`));
  const last = stmt.body.at(-1);
  const leaves = last?.kind === "leave" || (last?.kind === "expression" && endsTest(language, last.expr));
  return leaves && !never ? `unless ${condition}` : null;
}

function walkLoop(walk: Walk, stmt: Extract<Stmt, { kind: "loop" }>, at: At): void {
  walk.visit(stmt.over, at, stmt, false);
  const over = spelledOut(stmt.over, at.scope);
  if (stmt.target !== null && over !== null && over.length > 0) {
    for (const { key, value } of over) {
      const scope = innerScope(at.scope, changingNames(stmt.body, walk.language));
      bind(scope, stmt.target, value);
      if (stmt.key !== null && key !== null) bind(scope, stmt.key, key);
      walk.body(stmt.body, { ...at, scope });
    }
    return;
  }
  const word = stmt.target === null && stmt.key === null ? "while" : "for each of";
  const guard = over === null ? `${word} ${render(resolve(stmt.over, at.scope))}` : "never";
  walk.body(stmt.body, { ...at, scope: innerScope(at.scope), guards: [...at.guards, guard] });
}

function walkAttempt(walk: Walk, stmt: Extract<Stmt, { kind: "attempt" }>, at: At): void {
  const swallower = stmt.catches.find(({ body }) => !tellsFailure(walk.language, body));
  const swallowedBy = swallower === undefined ? at.swallowedBy : `catch ${swallower.types.join(" ")}`.trim();
  // To return in the end forgets what was thrown.
  const returns = stmt.last.some((last) => last.kind === "leave" && last.how !== "throw");
  walk.body(stmt.body, { ...at, swallowedBy: returns ? "finally" : swallowedBy });
  for (const { types, name, body } of stmt.catches) {
    const scope = innerScope(at.scope);
    if (name !== null) scope.values.set(name, raisedError(stmt));
    walk.body(body, {
      ...at,
      scope,
      guards: [...at.guards, `caught ${types.join(" ")}`],
    });
  }
  walk.body(stmt.last, at);
}

function walkWith(walk: Walk, stmt: Extract<Stmt, { kind: "with" }>, at: At): void {
  let inside = at;
  for (const { value, target } of stmt.items) {
    const entered = walk.language.enter(value);
    if (entered === null) {
      walk.visit(value, at, stmt, true);
      if (target !== null) bind(at.scope, target, resolve(value, at.scope));
      continue;
    }
    const { start, end, line } = stmt;
    if (target !== null && entered.claims.length > 0) bind(at.scope, target, raisedHolder(stmt));
    const subject: Expr = { kind: "function", params: [], body: stmt.body, start, end, line };
    // With its function as subject the claim walks the body itself.
    walk.record(
      entered.claims.map((claim) => ({ ...claim, subject })),
      stmt,
      at,
      true,
    );
    if (entered.claims.length > 0) return;
    if (entered.swallows) inside = { ...inside, swallowedBy: render(value) };
  }
  walk.body(stmt.body, inside);
}
