import type { Rule } from "./rule.ts";

/** The literals of all signs, sorted, each once: the lines that hold one are what a log reader must keep. */
export function vocabulary(rules: readonly Rule[]): readonly string[] {
  return [...new Set(rules.flatMap((rule) => rule.signs.map((sign) => sign.has)))].sort();
}
