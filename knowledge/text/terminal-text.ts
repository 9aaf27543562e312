/**
 * What a terminal acts on and does not show. Sequences are taken out whole where they are whole, so that
 * `ESC [ 31 m` leaves nothing behind; of a broken one the control characters go and the rest stays. Every piece is
 * bounded by the next control character, so the work is linear in the text.
 */
const SEQUENCES = new RegExp(
  [
    // CSI (ECMA-48 5.4): colours, conceal, cursor, screen.
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]",
    // OSC, DCS, SOS, PM and APC strings up to ST or BEL: titles, links (8), the clipboard (52), device strings.
    "(?:\\u001b[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\u0000-\\u001f\\u007f-\\u009f]*(?:\\u0007|\\u001b\\\\|\\u009c)",
    // Other escapes of ECMA-35: character sets, keypad, reset.
    "\\u001b[ -/]*[0-~]",
  ].join("|"),
  "g",
);

/** C0, DEL, C1; soft hyphen; bidi marks, overrides and isolates; zero-width and invisible characters; tags. */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Whatever is not surely shown as it is: that is ASCII, Latin, dashes, quotes and dots. */
const SUSPECT = /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027]/;

/** Whether the text may hold what a terminal does not show; false is sure. */
export function maybeHidden(text: string): boolean {
  return SUSPECT.test(text);
}

/** The text without escape sequences. */
export function withoutSequences(text: string): string {
  return text.replace(SEQUENCES, "");
}

/** The text without characters that nobody sees, line feeds and tabs among them. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** What a reader sees of a text of several lines: its words, tabs and line feeds. */
export function visibleText(text: string): string {
  if (!maybeHidden(text)) return text;
  const keepSpace = (hidden: string) => (hidden === "\n" || hidden === "\t" ? hidden : "");
  return withoutSequences(text.toWellFormed()).replace(INVISIBLE, keepSpace);
}
