import type { Expr } from "./code.ts";

/** One step of a chain such as `expect(x).not.toBe(1)`; `args` is null where it is not called. */
export interface Link {
  /** Empty where the result of the step before is called. */
  readonly name: string;
  readonly args: readonly Expr[] | null;
  /** The chain up to here. */
  readonly expr: Expr;
}

/** The steps of a chain, first one first; a chain begins at a name, or at any other expression as `(…)`. */
export function readChain(expr: Expr): Link[] {
  const links: Link[] = [];
  let at = expr;
  for (;;) {
    if (at.kind === "await") at = at.of;
    else if (at.kind === "call" && (at.callee.kind === "name" || at.callee.kind === "member")) {
      links.push({ name: at.callee.name, args: at.args, expr: at });
      if (at.callee.kind === "name") return links.reverse();
      at = at.callee.of;
    } else if (at.kind === "call") {
      links.push({ name: "", args: at.args, expr: at });
      at = at.callee;
    } else if (at.kind === "member") {
      links.push({ name: at.name, args: null, expr: at });
      at = at.of;
    } else {
      links.push({ name: at.kind === "name" ? at.name : "(…)", args: null, expr: at });
      return links.reverse();
    }
  }
}
