import { claimOf } from "../claims.ts";
import type { CallExpr, Expr } from "../code.ts";
import { raisedError } from "../raised-error.ts";
import type { Claim } from "../test-model.ts";

/** What JUnit 4's rule for errors is told to expect: the kind of the error, or what it says. */
export function readRule(name: string, args: readonly Expr[], expr: CallExpr): readonly Claim[] | null {
  const [first] = args;
  if (first === undefined) return null;
  if (name === "expect") return [claimOf("throws", { ...expr, args: [] }, [first])];
  if (name !== "expectMessage") return null;
  const { start, end, line } = expr;
  return [
    claimOf("contains", { kind: "member", of: raisedError(expr), name: "message", start, end, line }, [
      first,
    ]),
  ];
}
