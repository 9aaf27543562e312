import type { Expr, Stmt } from "./code.ts";
import { render } from "./render.ts";
import type { TestLanguage } from "./test-language.ts";

/** In Python a second function of a name takes the place of the first. */
export function isRedefined(language: TestLanguage, stmt: Stmt, body: readonly Stmt[]): boolean {
  if (!language.lastNameWins || stmt.kind !== "function") return false;
  const later = body.slice(body.indexOf(stmt) + 1);
  return later.some((other) => other.kind === "function" && other.name === stmt.name);
}

/** What a test or a suite is called. */
export function titleOf(name: Expr): string {
  return name.kind === "literal" ? name.value : render(name);
}
