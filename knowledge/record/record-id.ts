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
  return recordIdOf(kind, clock.now(), ids.random(CHANCE));
}

/** The id of a kind with that time, in milliseconds since 1970, and those ten bytes behind it. */
export function recordIdOf(kind: RecordKind, time: number, tail: Uint8Array): string {
  return `${PREFIX[kind]}_${ulid(time, tail)}`;
}

/** 26 digits: a time, in milliseconds since 1970, and ten bytes behind it, which are the last 16 digits. */
export function ulid(time: number, tail: Uint8Array): string {
  let rest = 0n;
  for (const byte of tail) rest = (rest << 8n) | BigInt(byte);
  return base32(BigInt(time), 10) + base32(rest, 16);
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
