import type { Expr } from "./code.ts";
import { lastName } from "./last-name.ts";

/** Whether an argument that a fake is to be called with may be anything. */
export function ignoredArgument(arg: Expr): boolean {
  if (arg.kind === "call") return /^(Any|any|anything)$/.test(lastName(arg.callee));
  return /^(Anything|ANY|any)$/.test(lastName(arg));
}
