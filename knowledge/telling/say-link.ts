import { say } from "./say.ts";
import type { Telling } from "./telling.ts";

/** Characters of a link's words. */
const ROOM = 120;

/** Pages of a forge that note on themselves who links to them. */
const NOTES_LINKS = /\/(?:issues?|pulls?|discussions|commits?|releases|orgs|users)(?:\/|$)/;
const PLAIN = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w.~!$&+,;=:%/?-]*)?(?:#[\w:.=-]*)?$/;

/** A name as a link where its address is plainly a page that notes no links and holds no secret, else the name alone. */
export function sayLink(
  name: string,
  url: string | null,
  telling: Pick<Telling, "mask">,
  { room = ROOM, fallback }: { readonly room?: number; readonly fallback?: string } = {},
): string {
  const words = say(name, telling, room, fallback);
  if (url === null || !isPlainAddress(url) || telling.mask(url) !== url) return words;
  // Two of these on one line are mathematics to a forge, whatever they stand in.
  return `[${words}](${url.replaceAll("$", "%24")})`;
}

function isPlainAddress(url: string): boolean {
  return url.length <= 500 && PLAIN.test(url) && !NOTES_LINKS.test(url);
}
