import { isAct } from "./acts.ts";
import { readChain } from "./chain.ts";
import { callsIn, changingNames } from "./changing-names.ts";
import { claimOf } from "./claims.ts";
import type { CallExpr, Expr, FunctionExpr, Place, Stmt } from "./code.ts";
import { drawnFrom } from "./drawn-from.ts";
import { tellsFailure } from "./failure.ts";
import { fillCollection } from "./fill-collection.ts";
import { lastName } from "./last-name.ts";
import { localFunction, scopeOfCall } from "./local-function.ts";
import { partsOfExpr } from "./parts-of.ts";
import { render } from "./render.ts";
import { resolve } from "./resolve.ts";
import { bind, forgetMembers, innerScope, lookUp } from "./scope.ts";
import { spelledOut } from "./spelled-out.ts";
import type { TestLanguage } from "./test-language.ts";
import type { Claim } from "./test-model.ts";
import type { At, Walk } from "./walk.ts";
import { weighMark } from "./weigh-mark.ts";

/** A failure in what is to throw is what was expected. */
export const EXPECTED_ERROR = "an error is expected";

const DEEPEST_CALL = 5;

/** Gathers what an expression claims, in it and in the functions that it runs. */
export function visitExpression(walk: Walk, expr: Expr, at: At, stmt: Place, awaited: boolean): void {
  const claims = expr.kind === "member" ? walk.language.claim(expr) : null;
  if (expr.kind === "await") walk.visit(expr.of, at, stmt, true);
  else if (expr.kind === "call") visitCall(walk, expr, at, stmt, awaited);
  else if (claims !== null) walk.record(claims, stmt, at, awaited);
  else if (expr.kind === "operation" && /^(&&|\|\||\?\?|\?:)$/.test(expr.op)) {
    const [first, ...rest] = expr.operands;
    if (first === undefined) return;
    walk.visit(first, at, stmt, awaited);
    const guard = `${expr.op} ${render(resolve(first, at.scope))}`;
    for (const part of rest) walk.visit(part, { ...at, guards: [...at.guards, guard] }, stmt, awaited);
  } else for (const part of partsOfExpr(expr)) walk.visit(part, at, stmt, awaited);
}

function visitCall(walk: Walk, call: CallExpr, at: At, stmt: Place, awaited: boolean): void {
  const { language, into, text } = walk;
  const mark = language.mark(call);
  if (mark !== null) into.marks.push(weighMark(mark, at.scope, text));
  const target = language.replaces(call);
  if (target !== null)
    into.replacements.push({ target, line: call.line, text: text.slice(call.start, call.end).slice(0, 200) });
  for (const draw of language.draws(call)) into.draws.push(drawnFrom(language, draw, at.scope));
  if (language.forgets(call) && isAlone(call, stmt)) into.forgotten.push(call);
  const foreseen = language.foresees(call);
  if (foreseen !== null) {
    walk.record(foreseen, stmt, at, true);
    for (const { expr } of readChain(call))
      if (expr.kind === "call") visitArguments(walk, expr, at, stmt, awaited);
    return;
  }
  const local = localFunction(call, at.scope);
  const claims = local === null ? language.claim(call) : null;
  if (claims === null) {
    noteCall(into, call, at);
    if (local === null && isAct(call, isAlone(call, stmt))) into.acts.push(render(resolve(call, at.scope)));
    const root = call.callee.kind === "member" ? call.callee.of : null;
    for (const given of [root, ...call.args])
      if (given?.kind === "name" && !/^(self|this|cls)$/.test(given.name))
        forgetMembers(at.scope, given.name);
    fillCollection(call, at);
  }
  if (local !== null) {
    for (const arg of call.args) walk.visit(arg, at, stmt, false);
    const unheard = local.value.waits === true && !awaited && isAlone(call, stmt);
    walkFunction(walk, local.name, local.value, call, unheard ? guarded(at, NOT_WAITED_FOR) : at);
    return;
  }
  const handler = call.args[0];
  if (lastName(call.callee) === "catch" && call.callee.kind === "member" && handler?.kind === "function") {
    const swallowedBy = tellsFailure(language, handler.body) ? at.swallowedBy : "catch";
    walk.visit(call.callee.of, { ...at, swallowedBy }, stmt, awaited);
    return;
  }
  const isUncollected = claims !== null && at.uncollected.has(readChain(call)[0]?.name ?? "");
  if (claims !== null)
    walk.record(claims, stmt, isUncollected ? guarded(at, "nothing asks for it") : at, awaited);
  else if (language.fails(call)) {
    const { start, line } = call;
    const nothing: Expr = { kind: "literal", type: "nothing", value: "", start, end: start, line };
    walk.record([claimOf("fail", nothing)], stmt, at, true);
  } else {
    walk.visit(call.callee, at, stmt, awaited);
    visitArguments(walk, call, at, stmt, awaited);
  }
}

function visitArguments(walk: Walk, call: CallExpr, at: At, stmt: Place, awaited: boolean): void {
  const name = lastName(call.callee);
  const together = /^(all|allSettled|race|any)$/.test(name);
  const inside = name === "allSettled" ? { ...at, swallowedBy: name } : at;
  const items =
    call.callee.kind === "member" && /^(forEach|each|map)$/.test(name)
      ? spelledOut(call.callee.of, at.scope)
      : null;
  for (const arg of call.args) {
    const given = arg.kind === "named" ? arg.value : arg;
    const property = PROPERTIES.test(name) ? propertyIn(given, at) : null;
    if (property !== null) walkCallback(walk, property, at, null, true);
    else if (given.kind !== "function") walk.visit(given, inside, stmt, together && awaited);
    else if (
      given.waits === true &&
      !awaited &&
      EACH.test(name) &&
      (name === "forEach" || isAlone(call, stmt))
    )
      walkCallback(walk, given, guarded(at, NOT_WAITED_FOR), null);
    else if (items !== null && items.length > 0)
      for (const { value } of items) walkCallback(walk, given, at, value);
    else if (/^(forEach|map)$/.test(name) && call.callee.kind === "member") {
      const guard = `for each of ${render(resolve(call.callee.of, at.scope))}`;
      walkCallback(walk, given, { ...at, guards: [...at.guards, guard] }, null);
    } else if (walk.language.runs(call, awaited) || isJoined(walk.language, call, at, stmt))
      walkCallback(walk, given, at, null);
    else {
      const guard = `when ${render(call.callee)} calls back`;
      walkCallback(walk, given, { ...at, guards: [...at.guards, guard] }, null);
    }
  }
}

const NOT_WAITED_FOR = "nothing waits for it";
/** What calls a function with each of some values. */
const EACH = /^(forEach|map|filter|each|some|every|flatMap)$/;

function guarded(at: At, guard: string): At {
  return { ...at, guards: [...at.guards, guard] };
}

/** Whether a call is a whole statement, so that what it gives is dropped. */
function isAlone(call: CallExpr, stmt: Place): boolean {
  const before = stmt.start <= call.start && call.start - stmt.start <= "await ".length;
  return before && stmt.end >= call.end && stmt.end - call.end <= 1;
}

/** Whether something waits for what a call begins: its result is kept, and the test asks for such results. */
function isJoined(language: TestLanguage, call: CallExpr, at: At, stmt: Place): boolean {
  return at.joined && language.begins(call) && (language.joinsAll || !isAlone(call, stmt));
}

/** What draws values and asks a function whether they hold. */
const PROPERTIES = /^(property|asyncProperty|prop|Check|CheckEqual|forAll|ForAll)$/;

function propertyIn(given: Expr, at: At): FunctionExpr | null {
  const value = given.kind === "name" ? lookUp(at.scope, given.name) : given;
  return value?.kind === "function" ? value : null;
}

/** Walks a function that is run where it stands. */
export function walkCallback(walk: Walk, fn: FunctionExpr, at: At, item: Expr | null, verdict = false): void {
  const scope = innerScope(at.scope, changingNames(fn.body, walk.language));
  const [param] = fn.params;
  if (item !== null && param !== undefined) bind(scope, param, item);
  walk.body(fn.body, { ...at, scope, verdict });
}

export function walkFunction(
  walk: Walk,
  name: string,
  fn: FunctionExpr,
  call: CallExpr,
  at: At,
  verdict = false,
): void {
  if (at.inside.includes(name) || at.inside.length >= DEEPEST_CALL) return;
  const scope = scopeOfCall(walk.language, fn, call.args, at.scope);
  walk.body(fn.body, { ...at, scope, inside: [...at.inside, name], verdict });
}

/** What is asked about only to be without an error is done by the way. */
export function noteAsked({ into }: Walk, { matcher, subject, expected }: Claim, { scope }: At): void {
  const call = subject.kind === "await" ? subject.of : subject;
  const [value] = expected;
  const isDone = matcher === "equal" && value?.kind === "literal" && value.type === "nothing";
  if (call.kind === "call" && isAct(call, isDone)) into.acts.push(render(resolve(call, scope)));
}

function noteCall(into: Walk["into"], call: CallExpr, at: At): void {
  const rendered = render(call);
  if (at.swallowedBy === null) into.calls.add(rendered);
  else if (at.swallowedBy !== EXPECTED_ERROR) into.swallowed.set(rendered, call);
}

/** Whether something waits for what runs beside: Go's `wg.Wait()`, or a value out of a channel. */
export function waitsForOthers(language: TestLanguage, body: readonly Stmt[]): boolean {
  return [...callsIn(body)].some((call) => language.joins(call)) || /<-/.test(JSON.stringify(body));
}
