/** A number exactly as its digits say it, which a double is not: `units` × 10^-`places`. */
interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

/** Whether `part` of `whole` (counts) is at least the rate, as the rate is written: 19 of 20 is at least 0.95. Pure. */
export function isRateAtLeast(part: number, whole: number, rate: number): boolean {
  const { units, places } = decimal(rate);
  return BigInt(part) * 10n ** BigInt(places) >= units * BigInt(whole);
}

/** Whether two numbers, as they are written, make at least 1 together: 0.3 and 0.7 do. Pure. */
export function isOneTogether(one: number, other: number): boolean {
  const [first, second] = [decimal(one), decimal(other)];
  const places = Math.max(first.places, second.places);
  const at = ({ units, places: own }: Decimal) => units * 10n ** BigInt(places - own);
  return at(first) + at(second) >= 10n ** BigInt(places);
}

/** Of a finite number of at least 0. */
function decimal(value: number): Decimal {
  const [, whole = "0", fraction = "", exponent = "0"] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const places = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 };
}
