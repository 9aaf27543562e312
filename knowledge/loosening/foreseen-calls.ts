import { claimOf } from "./claims.ts";
import type { Expr } from "./code.ts";
import { ignoredArgument } from "./ignored-argument.ts";
import type { Claim } from "./test-model.ts";

/** How often a fake is to be called: so many times, at least once, at most so many times, or as it comes. */
export type Times =
  | { readonly kind: "exactly"; readonly count: Expr }
  | { readonly kind: "at-most"; readonly count: Expr }
  | { readonly kind: "some" }
  | { readonly kind: "any" };

/**
 * What is claimed where a fake is told beforehand which call to expect: its arguments, unless any will do and nothing
 * says that it comes, and how often.
 */
export function foreseenCall(method: Expr, args: readonly Expr[], times: Times): readonly Claim[] {
  const never = times.kind === "exactly" && times.count.kind === "literal" && times.count.value === "0";
  if (never) return [claimOf("called", method, args, { negated: true })];
  const { start, end, line } = method;
  const isTold = times.kind !== "any" || args.some((arg) => !ignoredArgument(arg));
  const claims = isTold ? [claimOf("called-with", method, args)] : [];
  if (times.kind === "exactly") claims.push(claimOf("called-times", method, [times.count]));
  if (times.kind === "some") claims.push(claimOf("called", method));
  if (times.kind === "at-most")
    claims.push(
      claimOf("at-most", { kind: "member", of: method, name: "calls", start, end, line }, [times.count]),
    );
  return claims;
}

/** A number as an expression, where only a word tells it. */
export function timesOf(count: number, { start, end, line }: Expr): Times {
  return {
    kind: "exactly",
    count: { kind: "literal", type: "number", value: String(count), start, end, line },
  };
}
