import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { RecordKind } from "./record.ts";

const PREFIX = {
  fact: "fact",
  caution: "caution",
  procedure: "proc",
  unknown: "unk",
} as const satisfies Record<RecordKind, string>;

/** Crockford's base 32 (github.com/ulid/spec). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Bytes of chance in an id. */
const CHANCE = 10;

/**
 * A new id: the kind's prefix and a ULID of the time and of chance. Needs no coordination between clones, and
 * sorts by time.
 */
export function newRecordId(kind: RecordKind, { clock, ids }: { clock: Clock; ids: Ids }): string {
  let chance = 0n;
  for (const byte of ids.random(CHANCE)) chance = (chance << 8n) | BigInt(byte);
  return `${PREFIX[kind]}_${base32(BigInt(clock.now()), 10)}${base32(chance, 16)}`;
}

/** Whether the id's prefix is the one of the kind. */
export function isIdOfKind(id: string, kind: RecordKind): boolean {
  return id.startsWith(`${PREFIX[kind]}_`);
}

function base32(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest >>= 5n) text = DIGITS[Number(rest & 31n)] + text;
  return text;
}
