import { DECIMAL_USD } from "../config/decimal-usd.ts";

/** Micro-dollars in a dollar. All money is counted in whole micro-dollars. */
export const MICROS = 1_000_000;

/** Whole micro-dollars of a decimal number of USD such as `15.00`; null where it is none. No rounding takes place. */
export function microsOf(usd: string): number | null {
  const [, whole, part = ""] = DECIMAL_USD.exec(usd) ?? [];
  return whole === undefined ? null : Number(whole) * MICROS + Number(part.padEnd(6, "0"));
}

/** A sum as a decimal number of USD with two to six digits behind the point: `15.00`, `0.0123`. Exact. */
export function usdOf(micros: number): string {
  const whole = Math.trunc(Math.abs(micros) / MICROS);
  const part = String(Math.abs(micros) % MICROS).padStart(6, "0");
  return `${micros < 0 ? "-" : ""}${whole}.${part.replace(/0{1,4}$/, "")}`;
}
