import type { Rule } from "../cause/rule.ts";
import { vocabulary } from "../cause/vocabulary.ts";
import { literalFinder, SPLIT } from "../log/lines/literal-finder.ts";

/**
 * Finds in one pass the rules with a word that stands anywhere in a text: the others cannot match there, and asking
 * each of them about each line of many failures is slow. May give too many, never too few.
 */
export function ruleFinder(rules: readonly Rule[]): (text: string) => readonly Rule[] {
  const finder = literalFinder(vocabulary(rules));
  return (text) => {
    const bytes = new TextEncoder().encode(text.toLowerCase());
    const words = new Set<string>();
    let isSplit = false;
    const found = (literal: number): void => {
      if (literal === SPLIT) isSplit = true;
      else words.add(finder.literals[literal] as string);
    };
    for (let at = 0; at < bytes.length; at += 1) at = finder.find(bytes, at, bytes.length, found);
    return isSplit ? rules : rules.filter(({ signs }) => signs.some(({ has }) => words.has(has)));
  };
}
