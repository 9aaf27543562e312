import { createHash } from "node:crypto";
import { type AnchorKind, normaliseAnchor } from "../../record/anchor.ts";
import { plainLine, wholeCharacters } from "../../text/plain-line.ts";

/** Characters of a value; with its kind it stays well under what an anchor may have. */
const ROOM = 300;

/**
 * The normal form of an anchor for any text whatever, or null where the text names nothing. What is too long is
 * cut and ends in a hash of the whole, so that two long names stay apart.
 */
export function fitAnchor(kind: Exclude<AnchorKind, "repo">, value: string): string | null {
  const plain = plainLine(value);
  const normal = normaliseAnchor(`${kind}:${shorten(plain)}`);
  return normal.kind === "anchor" ? normal.anchor : null;
}

/** The text itself, or its beginning and a hash of the whole, of at most so many characters. */
export function shorten(text: string, room = ROOM): string {
  if (text.length <= room) return text;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return `${wholeCharacters(text.slice(0, room - hash.length - 2)).trimEnd()}…~${hash}`;
}
