import type { ModelPrice } from "../config/config.ts";
import type { ModelUsage } from "../ports/model.ts";
import { MICROS } from "./micros.ts";

/** What a call cost, in whole micro-dollars, rounded up: what comes from and goes to a cache at its own price. */
export function costOf(
  { input, cacheRead, cacheWrite, output }: Pick<ModelUsage, "input" | "cacheRead" | "cacheWrite" | "output">,
  price: ModelPrice,
): number {
  const plain = Math.max(0, input - cacheRead - cacheWrite);
  return sumUp([
    [plain, price.input],
    [cacheRead, price.cacheRead],
    [cacheWrite, price.cacheWrite],
    [output, price.output],
  ]);
}

/**
 * What a call costs at most, in whole micro-dollars: a token takes a byte at least, so that there are no more tokens
 * of input than bytes of it, each at the dearest price that input can have.
 */
export function worstCost(inputBytes: number, maxOutputTokens: number, price: ModelPrice): number {
  return sumUp([
    [inputBytes, Math.max(price.input, price.cacheRead, price.cacheWrite)],
    [maxOutputTokens, price.output],
  ]);
}

/** Tokens times USD a million tokens; in integers, for sums of fractions drift. */
function sumUp(parts: readonly (readonly [tokens: number, usdAMillion: number])[]): number {
  const million = BigInt(MICROS);
  const sum = parts.reduce(
    (all, [tokens, price]) => all + BigInt(Math.ceil(tokens)) * BigInt(microsAMillion(price)),
    0n,
  );
  return Number((sum + million - 1n) / million);
}

/** A price above nothing stays above it. */
function microsAMillion(price: number): number {
  return price > 0 ? Math.max(1, Math.round(price * MICROS)) : 0;
}
