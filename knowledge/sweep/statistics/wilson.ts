/** Of the normal distribution, for 95 % between two bounds. */
const Z = 1.959963984540054;

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % bounds of a rate of which `found` of `all` were seen, by Wilson's score interval (E. B. Wilson, 1927), without
 * a correction for continuity; from 0 to 1 where nothing was seen. Pure.
 */
export function wilsonBounds(found: number, all: number): Bounds {
  if (all === 0) return { low: 0, high: 1 };
  const rate = found / all;
  const square = Z * Z;
  const middle = rate + square / (2 * all);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / all + square / (4 * all * all));
  const bound = (value: number) => Math.min(1, Math.max(0, value / (1 + square / all)));
  return {
    low: found === 0 ? 0 : bound(middle - spread),
    high: found === all ? 1 : bound(middle + spread),
  };
}
