import { canonicalJson } from "../../text/canonical-json.ts";

/** Whether two JSON values say the same, whatever order their keys came in. Pure. */
export function sameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
