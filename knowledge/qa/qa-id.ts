import { EXECUTION_ID, ITEM_KEY } from "./subject.ts";

/** Kinds of rows that have ids. */
export type QaIdKind = "req" | "run" | "art" | "plan-run";

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TAIL = /^(req|run|art|plan-run)-([0-9a-hjkmnp-tv-z]{10})$/;

/**
 * A new id, `<subject>/<kind>-<10 digits>`, as in `SHOP-12/req-7k3f9x2m0a`: it names the stream that it lives in and needs
 * no index. `random` gives at least 7 bytes.
 */
export function qaId(owner: string, kind: QaIdKind, random: Uint8Array): string {
  return `${owner}/${kind}-${randomDigits(random)}`;
}

/** Ten base-32 digits (Crockford, small) of at least 7 random bytes. */
export function randomDigits(random: Uint8Array): string {
  let value = random.slice(0, 7).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let text = "";
  for (let at = 0; at < 10; at += 1) {
    text = `${DIGITS[Number(value & 31n)]}${text}`;
    value >>= 5n;
  }
  return text;
}

/** Stream and kind of an id; null where it is none. */
export function placeOfId(id: string): { readonly stream: string; readonly kind: QaIdKind } | null {
  const slash = id.indexOf("/");
  const owner = id.slice(0, slash);
  const kind = TAIL.exec(id.slice(slash + 1))?.[1] as QaIdKind | undefined;
  if (slash < 0 || kind === undefined) return null;
  if (ITEM_KEY.test(owner)) return { stream: `item/${owner}`, kind };
  return EXECUTION_ID.test(owner) ? { stream: `execution/${owner}`, kind } : null;
}
