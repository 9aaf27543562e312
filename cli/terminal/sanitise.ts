import { maybeHidden, withoutInvisible, withoutSequences } from "#knowledge";

/**
 * The one way that text from outside (logs, titles, branch names, file names) takes to a terminal: one line of
 * safe, printable text. Tabs and line breaks become spaces, lone surrogates U+FFFD. Linear in the text.
 */
export function sanitise(text: string): string {
  if (!maybeHidden(text)) return text;
  const shown = withoutSequences(text.toWellFormed())
    .replace(/\t/g, "    ")
    .replace(/\r\n|[\n\r\u000b\f\u0085\u2028\u2029]/g, " ");
  return withoutInvisible(shown);
}

/** The same, with the lines of the text kept apart. */
export function sanitiseLines(text: string): string[] {
  return text.split(/\r?\n/).map(sanitise);
}
