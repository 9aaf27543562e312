import type { Expr } from "./code.ts";
import { resolve } from "./resolve.ts";
import { initialValue, type Scope } from "./scope.ts";

interface Item {
  /** Of a map. */
  readonly key: Expr | null;
  readonly value: Expr;
}

const LONGEST_LOOP = 200;

/** What a loop runs over where the text spells it out, one by one; null where it does not. */
export function spelledOut(over: Expr, scope: Scope): readonly Item[] | null {
  const pairs = pairsOf(over, scope);
  if (pairs !== null) return pairs;
  const resolved = resolve(over, scope);
  const list = resolved.kind === "name" ? (initialValue(scope, resolved.name) ?? resolved) : resolved;
  if ((list.kind !== "list" && list.kind !== "map") || list.items.length > LONGEST_LOOP) return null;
  // A list that the test itself fills is empty in its declaration only.
  if (list.items.length === 0 && resolved.kind === "name") return null;
  return list.items.map((item) => {
    if (item.kind !== "named") return { key: null, value: item };
    const { start, end, line } = item;
    return {
      key: { kind: "literal", type: "string", value: item.name, start, end, line },
      value: item.value,
    };
  });
}

/** `map.entrySet()`, `map.entries()`, `dict.items()`: each key with its value. */
function pairsOf(over: Expr, scope: Scope): readonly Item[] | null {
  if (over.kind !== "call" || over.callee.kind !== "member" || over.args.length > 0) return null;
  const { name, of } = over.callee;
  if (!/^(entrySet|entries|items)$/.test(name) || of.kind !== "name") return null;
  const held = resolve(of, scope);
  const map = held.kind === "name" ? initialValue(scope, held.name) : held;
  if (map?.kind !== "map" || map.items.length === 0 || map.items.length > LONGEST_LOOP) return null;
  const items: Item[] = [];
  for (const item of map.items) {
    if (item.kind !== "named") return null;
    const { start, end, line } = item;
    const key: Expr = { kind: "literal", type: "string", value: item.name, start, end, line };
    const part = (called: string, value: Expr): Expr => ({
      kind: "named",
      name: called,
      value,
      start,
      end,
      line,
    });
    const value: Expr =
      name === "entrySet"
        ? { kind: "map", items: [part("getKey()", key), part("getValue()", item.value)], start, end, line }
        : { kind: "list", items: [key, item.value], start, end, line };
    items.push({ key: null, value });
  }
  return items;
}
