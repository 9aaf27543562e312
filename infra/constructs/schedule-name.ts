import { createHash } from "node:crypto";

/** As many letters as the name of a schedule may have. */
const LONGEST = 64;
const DIGEST = 8;

/**
 * Name of a function's schedule for an organisation, or for a product of it: what people can read of both and, where
 * there are two, a digest that tells apart whose names run together alike or are cut. Pure.
 */
export function scheduleName(lambda: string, [organisation, product]: readonly [string, string?]): string {
  if (product === undefined) return `${lambda}-${organisation}`;
  const digest = createHash("sha256").update(`${organisation}/${product}`).digest("hex").slice(0, DIGEST);
  return `${`${lambda}-${organisation}-${product}`.slice(0, LONGEST - DIGEST - 1)}-${digest}`;
}
