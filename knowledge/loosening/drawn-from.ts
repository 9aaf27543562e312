import type { Expr } from "./code.ts";
import { evaluate, valueGiven } from "./local-function.ts";
import { lookUp, type Scope } from "./scope.ts";
import type { TestLanguage } from "./test-language.ts";

/** What values are drawn from, with names resolved: also a function that is told by its name, as `@ForAll("days")`. */
export function drawnFrom(language: TestLanguage, draw: Expr, scope: Scope): Expr {
  if (draw.kind !== "call") return evaluate(language, draw, scope);
  const args = draw.args.map((arg) => {
    const provider = arg.kind === "literal" && arg.type === "string" ? lookUp(scope, arg.value) : undefined;
    const given = provider?.kind === "function" ? valueGiven(language, provider, [], scope) : null;
    return given ?? evaluate(language, arg, scope);
  });
  return evaluate(language, { ...draw, args }, scope);
}

/** What the annotations of a test draw from. */
export function drawsOf(language: TestLanguage, marks: readonly Expr[], scope: Scope): readonly Expr[] {
  return marks.flatMap((mark) =>
    mark.kind === "call" ? language.draws(mark).map((draw) => drawnFrom(language, draw, scope)) : [],
  );
}
