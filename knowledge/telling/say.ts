import { maskText } from "../record/mask-text.ts";
import { forgeInline } from "../text/forge-inline.ts";
import { cutLine } from "../text/plain-line.ts";
import type { Telling } from "./telling.ts";

/** Characters of a text that is told inside of a sentence of ours. */
const ROOM = 400;

/** Somebody else's words inside of ours, for a forge: masked, on one line, cut, neutral. `fallback` where nothing is left. */
export function say(
  text: string,
  { mask }: Pick<Telling, "mask">,
  room = ROOM,
  fallback = "(no words)",
): string {
  const line = maskText(text, mask).replace(/\s+/g, " ").trim();
  const neutral = forgeInline(cutLine(line, room));
  return neutral === "" ? fallback : neutral;
}
