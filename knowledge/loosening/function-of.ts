import type { FunctionExpr, FunctionStmt, Stmt } from "./code.ts";

/** A function that a statement declares, also as the value of a name; null where it declares none. */
export function functionOf(
  stmt: Stmt,
): { readonly name: string; readonly body: readonly Stmt[]; readonly value: FunctionExpr } | null {
  if (stmt.kind === "function") return { name: stmt.name, body: stmt.body, value: functionIn(stmt) };
  if (stmt.kind === "bind" && stmt.target.kind === "name" && stmt.value.kind === "function")
    return { name: stmt.target.name, body: stmt.value.body, value: stmt.value };
  return null;
}

/** A declared function as a value. */
export function functionIn(stmt: FunctionStmt): FunctionExpr {
  const { params, body, start, end, line, waits } = stmt;
  const value: FunctionExpr = { kind: "function", params, body, start, end, line };
  return waits === undefined ? value : { ...value, waits };
}
