import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { forgeInline } from "../text/forge-inline.ts";

/** Somebody else's words inside of a request's body: masked, on one line, cut to `room` characters, neutral. */
export function toldText(text: string, mask: SecretMask, room: number): string {
  const line = maskText(text, mask).replace(/\s+/g, " ").trim();
  const cut =
    line.length <= room
      ? line
      : `${line
          .slice(0, room - 1)
          .replace(/[\ud800-\udbff]$/, "")
          .trimEnd()}…`;
  return forgeInline(cut) || "–";
}

/** Pages of a forge that note on themselves who links to them. */
const NOTES_LINKS = /\/(?:issues?|pulls?|discussions|commits?|releases|orgs|users)(?:\/|$)/;
const PLAIN = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w.~!$&+,;=:%/?-]*)?(?:#[\w:.=-]*)?$/;

/** A name as a link where its address is plainly a page that notes no links, else the name alone. */
export function toldLink(
  { text, url }: { readonly text: string; readonly url: string },
  mask: SecretMask,
): string {
  const words = toldText(text, mask, 80);
  const isPlain = url.length <= 500 && PLAIN.test(url) && !NOTES_LINKS.test(url) && mask(url) === url;
  return isPlain
    ? `[${words}](${url.replace(/[|_~$!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)})`
    : words;
}
