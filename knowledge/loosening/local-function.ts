import { changingNames } from "./changing-names.ts";
import type { CallExpr, Expr, FunctionExpr } from "./code.ts";
import { resolve } from "./resolve.ts";
import { restName, spread } from "./rest-values.ts";
import { bind, innerScope, lookUp, type Scope } from "./scope.ts";
import type { TestLanguage } from "./test-language.ts";

/** The function of the file that a call reaches, by its name or as a method of the test's own object. */
export function localFunction(
  call: CallExpr,
  scope: Scope,
): { readonly name: string; readonly value: FunctionExpr } | null {
  const { callee } = call;
  const own =
    callee.kind === "member" && callee.of.kind === "name" && /^(self|this|cls)$/.test(callee.of.name);
  const name = callee.kind === "name" || own ? callee.name : null;
  const value = name === null ? undefined : lookUp(scope, name);
  return name !== null && value?.kind === "function" ? { name, value } : null;
}

/** The scope inside of a call: what each parameter stands for, by its argument or its default. */
export function scopeOfCall(
  language: TestLanguage,
  fn: FunctionExpr,
  args: readonly Expr[],
  scope: Scope,
): Scope {
  const inner = innerScope(scope, changingNames(fn.body, language));
  const params = fn.params.filter((param) => !(param.kind === "name" && /^(self|cls)$/.test(param.name)));
  for (const [index, given] of params.entries()) {
    const gathered = restName(given);
    if (gathered !== null) {
      const rest = args.slice(index).filter((arg) => arg.kind !== "named");
      inner.values.set(gathered.name, {
        ...gathered,
        kind: "list",
        items: spread(rest.map((arg) => resolve(arg, scope))),
      });
      continue;
    }
    const isDefault = given.kind === "operation" && given.op === "=";
    const param = isDefault ? (given.operands[0] ?? given) : given;
    const named = args.find(
      (arg) => arg.kind === "named" && param.kind === "name" && arg.name === param.name,
    );
    const positional = args[index]?.kind === "named" ? undefined : args[index];
    const arg = named ?? positional ?? (isDefault ? given.operands[1] : undefined);
    if (arg === undefined) continue;
    const value = arg.kind === "named" ? arg.value : arg;
    const resolved = value.kind === "function" ? value : resolve(value, scope);
    if (param.kind === "name") inner.values.set(param.name, resolved);
    else bind(inner, param, resolved);
  }
  return inner;
}

const DEEPEST = 5;

/** An expression with names resolved, and with what functions of the file give where they only name and return it. */
export function evaluate(language: TestLanguage, expr: Expr, scope: Scope, depth = 0): Expr {
  if (expr.kind === "await") return evaluate(language, expr.of, scope, depth);
  const local = expr.kind === "call" && depth < DEEPEST ? localFunction(expr, scope) : null;
  if (expr.kind === "call" && local !== null) {
    const given = valueGiven(language, local.value, expr.args, scope, depth + 1);
    if (given !== null) return given;
  }
  // What a chain is begun with can be what a function of the file gives.
  const root = depth < DEEPEST ? rootCall(expr) : null;
  if (root !== null && localFunction(root, scope) !== null) {
    const given = evaluate(language, root, scope, depth + 1);
    if (given !== root) return resolve(withRoot(expr, root, given), scope);
  }
  return resolve(expr, scope);
}

/** The call that a chain of members and calls begins with. */
function rootCall(expr: Expr): CallExpr | null {
  if (expr.kind === "member" || expr.kind === "index" || expr.kind === "await")
    return expr.of.kind === "call" && expr.of.callee.kind === "name" ? expr.of : rootCall(expr.of);
  return expr.kind === "call" && expr.callee.kind === "member" ? rootCall(expr.callee) : null;
}

function withRoot(expr: Expr, root: CallExpr, given: Expr): Expr {
  if (expr === root) return given;
  if (expr.kind === "member" || expr.kind === "index" || expr.kind === "await")
    return { ...expr, of: withRoot(expr.of, root, given) };
  if (expr.kind === "call" && expr.callee.kind === "member")
    return { ...expr, callee: { ...expr.callee, of: withRoot(expr.callee.of, root, given) } };
  return expr;
}

/** What a function gives, or null where it does more than to name, to call and to return. */
export function valueGiven(
  language: TestLanguage,
  fn: FunctionExpr,
  args: readonly Expr[],
  scope: Scope,
  depth = 1,
): Expr | null {
  const inner = scopeOfCall(language, fn, args, scope);
  for (const stmt of fn.body) {
    if (stmt.kind === "bind") bind(inner, stmt.target, evaluate(language, stmt.value, inner, depth));
    else if (stmt.kind === "leave" && stmt.how === "return")
      return stmt.value === null ? null : evaluate(language, stmt.value, inner, depth);
    else if (stmt.kind === "expression" && stmt.expr.kind === "other" && stmt.expr.type === "yield") {
      const [given] = stmt.expr.parts;
      return given === undefined ? null : evaluate(language, given, inner, depth);
    } else if (stmt.kind !== "expression" && stmt.kind !== "import") return null;
  }
  return null;
}
