import type { Config, ModelPrice } from "../config/config.ts";
import { LIST_PRICES } from "./price-table.ts";

/** `anthropic/claude-x`, with the day of a version behind it. */
const ANTHROPIC = /^anthropic\/(claude-[a-z]+-\d+(?:-\d+)?)(?:-\d{8}|-latest)?$/;

/** `bedrock/anthropic.claude-x`, with where it is served before it and versions behind it. */
const BEDROCK =
  /^bedrock\/(?:([a-z]{2,6}(?:-gov)?)\.)?anthropic\.(claude-[a-z]+-\d+(?:-\d)?)(?:-\d{8})?(?:-v\d+(?::\d+)?)?$/;

/** What Bedrock asks more where a model is served in one region or part of the world. */
const REGIONAL = 1.1;

/**
 * The price of a model by its name `<provider>/<model>`: that of the settings, else the list price of the day named
 * in the table. Null where none is known: such a model is never asked, for it would not be free.
 */
export function priceOf(name: string, prices: Config["prices"]): ModelPrice | null {
  if (Object.hasOwn(prices, name)) return prices[name] ?? null;
  const direct = listPrice(ANTHROPIC.exec(name)?.[1]);
  if (direct !== null) return direct;
  const [, where, family] = BEDROCK.exec(name) ?? [];
  const price = listPrice(family);
  return price === null || where === "global" ? price : timesPrice(price, REGIONAL);
}

function listPrice(family: string | undefined): ModelPrice | null {
  return family !== undefined && Object.hasOwn(LIST_PRICES, family)
    ? LIST_PRICES[family as keyof typeof LIST_PRICES]
    : null;
}

function timesPrice({ input, output, cacheRead, cacheWrite }: ModelPrice, factor: number): ModelPrice {
  return {
    input: input * factor,
    output: output * factor,
    cacheRead: cacheRead * factor,
    cacheWrite: cacheWrite * factor,
  };
}
