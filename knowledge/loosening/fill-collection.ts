import type { CallExpr, Expr } from "./code.ts";
import { resolve } from "./resolve.ts";
import { initialValue, type Scope } from "./scope.ts";
import type { At } from "./walk.ts";

/**
 * Adds what a test puts into a list or a map of its own to what is known of it, so that a loop over it can be followed.
 * Of a collection that is filled under a condition, or with keys that are not spelled out, nothing is known.
 */
export function fillCollection({ callee, args }: CallExpr, { scope, guards }: At): void {
  if (callee.kind !== "member" || callee.of.kind !== "name") return;
  const { name } = callee.of;
  const held = initialValue(scope, name);
  if (held === undefined || (held.kind !== "list" && held.kind !== "map")) return;
  const [first, second] = args;
  if (
    /^(add|push|append)$/.test(callee.name) &&
    held.kind === "list" &&
    first !== undefined &&
    guards.length === 0
  )
    keep(scope, name, { ...held, items: [...held.items, resolve(first, scope)] });
  else if (
    /^(put|set)$/.test(callee.name) &&
    held.kind === "map" &&
    first?.kind === "literal" &&
    second !== undefined &&
    guards.length === 0
  ) {
    const { start, end, line } = first;
    const value = resolve(second, scope);
    const item: Expr = { kind: "named", name: first.value, value, start, end, line };
    keep(scope, name, { ...held, items: [...held.items, item] });
  } else if (
    !/^(get|size|has|containsKey|contains|entrySet|entries|items|values|keys|keySet|forEach|map)$/.test(
      callee.name,
    )
  )
    keep(scope, name, null);
}

function keep(scope: Scope, name: string, value: Expr | null): void {
  for (let at: Scope | null = scope; at !== null; at = at.parent)
    if (at.initial.has(name)) {
      if (value === null) at.initial.delete(name);
      else at.initial.set(name, value);
      return;
    }
}
