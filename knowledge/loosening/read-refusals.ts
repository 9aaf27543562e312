import type { Expr, Stmt } from "./code.ts";
import { functionOf } from "./function-of.ts";
import { expressionsIn, partsOfStmt } from "./parts-of.ts";
import { render } from "./render.ts";
import type { SharedStatement } from "./shared-code.ts";
import type { TestLanguage } from "./test-language.ts";
import type { Refusal } from "./test-model.ts";
import { saysNo } from "./verdict.ts";

/** Conditions under which what tests share, such as a fake of a server, refuses what it is given. */
export function readRefusals(
  language: TestLanguage,
  shared: readonly SharedStatement[],
  text: string,
): Refusal[] {
  const found: Refusal[] = [];
  for (const { stmt, owner } of shared) {
    const name = owner === null ? (functionOf(stmt)?.name ?? null) : null;
    look([stmt], name);
    for (const expr of expressionsIn([stmt])) if (expr.kind === "function") look(expr.body, name);
  }
  return found;

  function look(stmts: readonly Stmt[], within: string | null): void {
    for (const stmt of stmts) {
      if (stmt.kind === "branch" && refuses(language, stmt.body))
        for (const condition of alternativesOf(stmt.test)) {
          const needs = conditionsOf(condition).map(render);
          // To hand on what somebody else found wrong refuses nothing by itself.
          if (needs.some((need) => /^\(err\w* != nil\)$/.test(need))) continue;
          const line = (text.slice(stmt.start, stmt.end).split("\n", 1)[0] ?? "").trim().slice(0, 200);
          found.push({ needs, within, line: stmt.line, text: line });
        }
      for (const body of partsOfStmt(stmt).bodies) look(body, within);
    }
  }
}

/** Of `a || b` both, since each is enough. */
function alternativesOf(test: Expr): readonly Expr[] {
  if (test.kind !== "operation" || test.op !== "||") return [test];
  return test.operands.flatMap(alternativesOf);
}

function conditionsOf(test: Expr): readonly Expr[] {
  if (test.kind !== "operation" || test.op !== "&&") return [test];
  return test.operands.flatMap(conditionsOf);
}

/** How answers say no: by a name of an error, or by a status of HTTP from 400 on. */
const NO =
  /\b(\w*Error\w*|errors?|Err[A-Z]\w*|Errorf|reject\w*|refus\w*|invalid\w*|denied|forbidden|unauthori[sz]ed|conflict|\w*BadRequest|Status(Unauthorized|Forbidden|NotFound|Conflict|Unprocessable\w*|TooMany\w*|Precondition\w*))\b|\b[45]\d\d\b/;

function refuses(language: TestLanguage, body: readonly Stmt[]): boolean {
  return body.some((stmt) => {
    if (stmt.kind === "leave")
      return stmt.how === "throw" || saysNo(stmt) || (stmt.value !== null && NO.test(render(stmt.value)));
    // What fails the test is an assertion, and compared as one.
    return (
      stmt.kind === "expression" &&
      stmt.expr.kind === "call" &&
      !language.fails(stmt.expr) &&
      NO.test(render(stmt.expr))
    );
  });
}
