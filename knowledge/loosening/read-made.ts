import type { Expr, Stmt } from "./code.ts";
import { lastName } from "./last-name.ts";
import { partsOfExpr, partsOfStmt } from "./parts-of.ts";
import { render } from "./render.ts";
import type { TestLanguage } from "./test-language.ts";
import type { Made } from "./test-model.ts";

/** Calls that choose among what is there. */
const SELECTS = /^(filter|exclude|get|where|find\w*|query|select|count|exists|some|every)$/i;

/** What the tests of a file and their set-up make: members with their values, and the words of all that they call and say. */
export function readMade(language: TestLanguage, program: readonly Stmt[]): Made {
  const members = new Map<string, Set<string>>();
  const words = new Set<string>();
  lookThrough(program);
  return { members, words };

  function lookThrough(stmts: readonly Stmt[]): void {
    for (const stmt of stmts) {
      // What a test or a suite is called makes nothing.
      const declared = language.declare(stmt, { inTest: false, owner: null, lookUp: () => undefined });
      if (declared !== null) {
        if (declared.table !== null) look(declared.table.source);
        lookThrough(declared.body);
        continue;
      }
      const { exprs, bodies } = partsOfStmt(stmt);
      // What is looped over and claimed is asked for, and not made.
      if (stmt.kind === "bind") {
        if (stmt.target.kind === "member") note(stmt.target.name, stmt.value);
        look(stmt.value);
      } else if (stmt.kind !== "loop" && stmt.kind !== "assert") exprs.forEach(look);
      bodies.forEach(lookThrough);
    }
  }

  function look(expr: Expr): void {
    if (expr.kind === "call") {
      if (language.claim(expr) !== null) return;
      if (SELECTS.test(lastName(expr.callee))) {
        if (expr.callee.kind === "member") look(expr.callee.of);
        return;
      }
      words.add(lastName(expr.callee).toLowerCase());
    }
    if (expr.kind === "named") note(expr.name, expr.value);
    if (expr.kind === "name") words.add(expr.name.toLowerCase());
    if (expr.kind === "literal" && expr.type === "string") words.add(expr.value.toLowerCase());
    partsOfExpr(expr).forEach(look);
    if (expr.kind === "function") lookThrough(expr.body);
  }

  function note(name: string, value: Expr): void {
    const values = members.get(name) ?? new Set();
    members.set(name, values.add(value.kind === "literal" ? render(value) : ANY));
  }
}

/** A value that the text does not spell out. */
const ANY = "*";

/** Whether something is made, as far as words tell, whose member has this value. */
export function mayMake({ members, words }: Made, name: string, value: string): boolean {
  const values = members.get(name);
  if (values?.has(value) === true || values?.has(ANY) === true) return true;
  const word = value.startsWith('"') ? value.slice(1, -1) : name;
  const stem = word.toLowerCase().replace(/(ed|d|s)$/, "");
  return stem.length > 2 && [...words].some((other) => other.includes(stem));
}
