import { MASK, type SecretMask, SHORTEST_SECRET, secretMask } from "../../record/secret-mask.ts";
import type { Found } from "./hide-text.ts";

/** Values that are looked for everywhere; each is looked for in many spellings. */
const MOST = 60;
const LONGEST = 4_000;
/** Shorter ones than the mask takes are found where they stand alone in quotes. */
const SHORTEST = 3;

/** Collects what was hidden, and masks it wherever else it stands. */
export interface FoundSecrets {
  readonly add: Found;
  /** Of what was added so far, the longest first where there are too many. */
  mask(): SecretMask;
}

export function foundSecrets(): FoundSecrets {
  const values = new Set<string>();
  return {
    add: (value) => {
      if (value.length >= SHORTEST && value.length <= LONGEST && value !== MASK) values.add(value);
    },
    mask() {
      const all = [...values].sort((one, other) => other.length - one.length).slice(0, MOST);
      const long = secretMask(all);
      const short = all.filter((value) => value.length < SHORTEST_SECRET);
      return short.length === 0 ? long : (value) => alone(long(value), short);
    },
  };
}

/** Replaces short values that are a whole text, or stand in quotes inside of one. */
function alone<Value>(value: Value, short: readonly string[]): Value {
  const replaced = (item: unknown): unknown => {
    if (typeof item === "string") {
      if (short.includes(item)) return MASK;
      return short.reduce((text, one) => text.replaceAll(`"${one}"`, `"${MASK}"`), item);
    }
    if (Array.isArray(item)) return item.map(replaced);
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, replaced(inner)]));
  };
  return replaced(value) as Value;
}
