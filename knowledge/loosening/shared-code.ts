import type { Stmt } from "./code.ts";
import type { DeclarationPlace, TestLanguage } from "./test-language.ts";

export interface SharedStatement {
  readonly stmt: Stmt;
  /** The class around it. */
  readonly owner: DeclarationPlace["owner"];
}

/** The statements of a file that stand in no test: those of suites and classes one by one. */
export function sharedCode(
  language: TestLanguage,
  program: readonly Stmt[],
  owner: SharedStatement["owner"] = null,
): SharedStatement[] {
  return program.flatMap((stmt) => {
    const declared = language.declare(stmt, { inTest: false, owner, lookUp: () => undefined });
    const own = stmt.kind === "class" ? stmt : owner;
    if (declared?.kind === "suite") return sharedCode(language, declared.body, own);
    if (declared !== null) return [];
    return stmt.kind === "class" ? sharedCode(language, stmt.body, stmt) : [{ stmt, owner }];
  });
}
