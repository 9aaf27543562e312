/**
 * The one way that text from outside (logs, titles, branch names, file names) takes to a terminal.
 *
 * Sequences are removed whole where they are whole, so that `ESC [ 31 m` leaves nothing behind; of a broken
 * one the control characters go and the rest stays visible. Every piece is bounded by the next control
 * character, so the work is linear in the text.
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

const SUSPECT = /[^\u0020-\u007e]/;

/** One line of safe, printable text: tabs and line breaks become spaces, lone surrogates U+FFFD. */
export function sanitise(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .toWellFormed()
    .replace(SEQUENCES, "")
    .replace(/\t/g, "    ")
    .replace(/\r\n|[\n\r\u000b\f\u0085\u2028\u2029]/g, " ")
    .replace(INVISIBLE, "");
}

/** The same, with the lines of the text kept apart. */
export function sanitiseLines(text: string): string[] {
  return text.split(/\r?\n/).map(sanitise);
}
