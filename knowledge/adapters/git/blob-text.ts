/** Where git looks for the byte that no text has. */
const LOOKED_AT = 8_000;

/** What a file of these bytes says, or null where it is no text, as git sees it; bytes that are not UTF-8 are U+FFFD. */
export function blobText(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return null;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
