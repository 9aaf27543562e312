import { cutLine } from "../../learn/see/plain-line.ts";
import { maskText } from "../../record/mask-text.ts";
import { forgeInline } from "../../text/forge-inline.ts";
import type { Telling } from "../scene.ts";

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

/** Pages of a forge that note on themselves who links to them. */
const NOTES_LINKS = /\/(?:issues?|pulls?|discussions|commits?|releases|orgs|users)(?:\/|$)/;

/** A name as a link where its address is plainly a page of a check, else the name alone. */
export function sayLink(name: string, url: string | null, telling: Pick<Telling, "mask">): string {
  const words = say(name, telling, 120);
  return url !== null && isPlainAddress(url) && telling.mask(url) === url ? `[${words}](${url})` : words;
}

function isPlainAddress(url: string): boolean {
  if (url.length > 500 || !/^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w.~!$&+,;=:%/?-]*)?(?:#[\w:.=-]*)?$/.test(url))
    return false;
  return !NOTES_LINKS.test(url);
}
