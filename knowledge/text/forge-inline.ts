import { withoutInvisible, withoutSequences } from "./terminal-text.ts";

/** A space of no width, as an entity: it parts what a forge would read as one word, and nobody sees it. */
const APART = "&#8203;";

/**
 * A text that somebody else wrote, as words of one line of Markdown: shown as it is, and no more than shown. It makes
 * no mention, no reference to an issue or change, no link, picture, mark-up, HTML or hidden comment, closes nothing,
 * and begins no block at the beginning of a line. White space is collapsed; nothing comes of blank text.
 */
export function forgeInline(text: string): string {
  const line = withoutInvisible(withoutSequences(text.toWellFormed()).replace(/\s+/g, " ")).trim();
  return (
    line
      .replace(/[&<>]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[char] as string)
      // Rendered text is searched for these after the Markdown is read, so escaping them would not do.
      .replace(/[@#]/g, `$&${APART}`)
      .replace(/(gh)-(?=\d)/gi, `$1-${APART}`)
      .replace(/:\/\//g, `:${APART}//`)
      .replace(/(www)\./gi, `$1${APART}.`)
      .replace(/(mailto|xmpp):/gi, `$1${APART}:`)
      .replace(/[\\`*_[\]|~$]/g, "\\$&")
      .replace(/^([-+=])/, "\\$1")
      .replace(/^(\d{1,9})([.)])/, "$1\\$2")
  );
}
