import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";

/** The value with every text in it masked; numbers, keys and form stay. Pure. */
export function maskWords<Value>(value: Value, mask: SecretMask): Value {
  return maskedIn(value, mask) as Value;
}

function maskedIn(value: unknown, mask: SecretMask): unknown {
  if (typeof value === "string") return maskText(value, mask);
  if (Array.isArray(value)) return value.map((one) => maskedIn(one, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskedIn(one, mask)]));
}
