/**
 * The rate that something may have at most, with 95 % confidence, where it was seen in none of `all`: exactly
 * 1 − 0.05^(1/all), which the rule of three (3/all) comes near. 1 where nothing was looked at. Pure.
 */
export function mostWhereNoneSeen(all: number): number {
  return all === 0 ? 1 : 1 - 0.05 ** (1 / all);
}
