import type { Expr } from "./code.ts";

/** The type of a parameter that takes whatever arguments are left, in every language. */
export const REST = "rest";

/** The name of a parameter that takes all arguments that are left; null for any other. */
export function restName(param: Expr): Extract<Expr, { kind: "name" }> | null {
  const [name] = param.kind === "other" && param.type === REST ? param.parts : [];
  return name?.kind === "name" ? name : null;
}

/** The type of what stands alone for the arguments of a method of Java: an array of them, or the only one. */
const ARRAY = "array or item";

export function asArray(arg: Expr): Expr {
  if (arg.kind !== "name") return arg;
  const { start, end, line } = arg;
  return { kind: "other", type: ARRAY, parts: [arg], start, end, line };
}

/** `…items` in a list or in arguments: the items themselves where the text spells them out. */
export function spread(items: readonly Expr[]): readonly Expr[] {
  return items.flatMap((item) => {
    const [list] = item.kind === "other" && SPREADS.test(item.type) ? item.parts : [];
    if (list?.kind === "list") return list.items;
    return list !== undefined && item.kind === "other" && item.type === ARRAY ? [list] : [item];
  });
}

const SPREADS = new RegExp(`^(spread_element|list_splat|variadic_argument|${ARRAY})$`);
