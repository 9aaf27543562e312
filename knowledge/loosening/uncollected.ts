import { callsIn } from "./changing-names.ts";
import type { Stmt } from "./code.ts";
import { lastName } from "./last-name.ts";
import { partsOfStmt } from "./parts-of.ts";

/** Names in a test of what gathers failures without telling them, where nothing asks for them in the end. */
export function uncollectedIn(body: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  const look = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      if (
        stmt.kind === "bind" &&
        stmt.target.kind === "name" &&
        stmt.value.kind === "call" &&
        /^(BDD)?SoftAssert(ions)?$/.test(lastName(stmt.value.callee))
      )
        names.add(stmt.target.name);
      for (const inner of partsOfStmt(stmt).bodies) look(inner);
    }
  };
  look(body);
  for (const { callee } of callsIn(body))
    if (callee.kind === "member" && /^(assertAll|assert_all)$/.test(callee.name))
      names.delete(lastName(callee.of));
  return names;
}
