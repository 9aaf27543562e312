import type { Expr, FunctionExpr, Stmt } from "./code.ts";
import { expressionsIn, partsOfStmt } from "./parts-of.ts";

/** Functions that the frameworks ask whether a value is as it should be, by their names. */
const JUDGES =
  /^(asymmetricMatch|matches|matchesSafely|_matches|Match|Matches|__eq__|equals|Equal|areEqual|is_equal)$/;

/** Whether what a function gives is a verdict on what it is given: a matcher, an equality, a question of its own. */
export function givesVerdict(name: string, fn: Pick<FunctionExpr, "body">): boolean {
  const given = returnedBy(fn.body);
  if (given.length === 0) return false;
  if (JUDGES.test(name)) return true;
  if (given.some((value) => value.kind === "map" && passOf(value) !== null)) return true;
  return given.every(isBoolean) && given.some(({ kind }) => kind !== "literal");
}

/** What says in a returned value that all is well: `pass` of a matcher's answer, the first of Go's two values. */
export function verdictOf(value: Expr): Expr {
  const pass = value.kind === "map" ? passOf(value) : null;
  if (pass !== null) return pass;
  const [first] = value.kind === "list" ? value.items : [];
  return first ?? value;
}

/** `return false` */
export function saysNo(stmt: Stmt): boolean {
  return isReturnOf(stmt, "false");
}

/** `return true` */
export function saysYes(stmt: Stmt): boolean {
  return isReturnOf(stmt, "true");
}

/** Whether all that a function does is to say yes. */
export function alwaysAgrees(fn: Pick<FunctionExpr, "body">): boolean {
  const [only] = fn.body;
  return fn.body.length === 1 && only !== undefined && saysYes(only);
}

function isReturnOf(stmt: Stmt, word: "true" | "false"): boolean {
  if (stmt.kind !== "leave" || stmt.how !== "return" || stmt.value === null) return false;
  const verdict = verdictOf(stmt.value);
  return verdict.kind === "literal" && verdict.type === "boolean" && verdict.value === word;
}

function passOf(value: Extract<Expr, { kind: "map" }>): Expr | null {
  const found = value.items.find((item) => item.kind === "named" && item.name === "pass");
  return found?.kind === "named" ? found.value : null;
}

function isBoolean(value: Expr): boolean {
  if (value.kind === "literal") return value.type === "boolean";
  if (value.kind !== "operation") return false;
  if (/^(&&|\|\|)$/.test(value.op)) return value.operands.some(isBoolean);
  return /^([!=]==?|[<>]=?|!|is|is not|in|not in|instanceof)$/.test(value.op);
}

/** What a function gives, those of functions in it left out. */
function returnedBy(body: readonly Stmt[]): Expr[] {
  return body.flatMap((stmt): Expr[] => {
    if (stmt.kind === "leave") return stmt.how === "return" && stmt.value !== null ? [stmt.value] : [];
    if (stmt.kind === "function" || stmt.kind === "class") return [];
    return partsOfStmt(stmt).bodies.flatMap(returnedBy);
  });
}

/** The functions that a value holds under names, such as the matchers in `expect.extend({…})`. */
export function functionsHeldIn(stmt: Stmt): { readonly name: string; readonly value: FunctionExpr }[] {
  if (stmt.kind !== "bind" && stmt.kind !== "expression") return [];
  const found: { name: string; value: FunctionExpr }[] = [];
  for (const expr of expressionsIn([stmt]))
    if (expr.kind === "map")
      for (const item of expr.items)
        if (item.kind === "named" && item.value.kind === "function")
          found.push({ name: item.name, value: item.value });
  return found;
}
