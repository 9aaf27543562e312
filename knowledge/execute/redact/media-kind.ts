/** What bytes are, by how they begin. */
export type MediaKind =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "zip" }
  /** Pictures, fonts, films: nothing in them can be masked, and they hold no words of their own. */
  | { readonly kind: "media"; readonly contentType: string }
  | { readonly kind: "binary" };

const MAGIC: readonly (readonly [contentType: string, at: number, bytes: string])[] = [
  ["image/png", 0, "89504e470d0a1a0a"],
  ["image/jpeg", 0, "ffd8ff"],
  ["image/gif", 0, "47494638"],
  ["image/webp", 8, "57454250"],
  ["image/avif", 4, "6674797061766966"],
  ["image/x-icon", 0, "00000100"],
  ["font/woff", 0, "774f4646"],
  ["font/woff2", 0, "774f4632"],
  ["font/ttf", 0, "0001000000"],
  ["font/otf", 0, "4f54544f"],
  ["video/webm", 0, "1a45dfa3"],
  ["video/mp4", 4, "66747970"],
];

/** Pure. Text is UTF-8 without zero bytes. */
export function mediaKind(bytes: Uint8Array): MediaKind {
  if (
    bytes[0] === 0x50 &&
    bytes[1] === 0x4b &&
    ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  )
    return { kind: "zip" };
  for (const [contentType, at, magic] of MAGIC)
    if (Buffer.from(bytes.subarray(at, at + magic.length / 2)).toString("hex") === magic)
      return { kind: "media", contentType };
  if (bytes.includes(0)) return { kind: "binary" };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { kind: "binary" };
  }
}
