import { numberOf } from "./duration.ts";
import { resolve } from "./resolve.ts";
import type { Scope } from "./scope.ts";
import type { RawMark } from "./test-language.ts";
import type { Mark } from "./test-model.ts";

/** A mark with its amount as a number, where the text tells it. */
export function weighMark(
  { kind, amount, bound, start, end, line }: RawMark,
  scope: Scope,
  text: string,
): Mark {
  const value = amount === null ? null : numberOf(resolve(amount, scope));
  const told = text.slice(start, end).split("\n", 1)[0] ?? "";
  return { kind, value, bound, line, text: told.trim().slice(0, 200) };
}
