/** Quantile of the normal distribution for 95%, two-sided. */
const Z = 1.959963984540054;

/** Wilson's 95% bounds of the rate that `passes` of `runs` come from; null for no runs. Source: Wilson 1927. Pure. */
export function wilsonBounds(
  passes: number,
  runs: number,
): { readonly low: number; readonly high: number } | null {
  if (runs === 0) return null;
  const rate = passes / runs;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / runs + Z ** 2 / (4 * runs ** 2));
  const middle = rate + Z ** 2 / (2 * runs);
  const scale = 1 + Z ** 2 / runs;
  return {
    low: passes === 0 ? 0 : (middle - spread) / scale,
    high: passes === runs ? 1 : (middle + spread) / scale,
  };
}
