import { type PackedJson, packJson, unpackJson } from "./packed-json.ts";

/** No JSON begins so: a state that was written by itself is read as well. */
const PACKED = "=";

/** A snapshot's state as adapters keep it: JSON in which what repeats is written once. */
export function encodeState(state: unknown): string {
  return PACKED + JSON.stringify(packJson(state));
}

/** The state that {@link encodeState} wrote. Errors: SyntaxError for what is none; callers check their sums first. */
export function decodeState(text: string): unknown {
  return text.startsWith(PACKED)
    ? unpackJson(JSON.parse(text.slice(PACKED.length)) as PackedJson)
    : JSON.parse(text);
}
