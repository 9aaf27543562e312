/** Control, format and unassigned characters, what is drawn as nothing, line separators, and spaces other than the usual one. */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/**
 * One line with everything in it that a terminal acts on, or does not show as itself, written out as `\u{…}`: unlike
 * `sanitise` it leaves nothing out, for text that a person agrees to. Line feeds and tabs are written out too.
 */
export function reveal(line: string): string {
  return line.replace(UNSEEN, (unseen) => `\\u{${(unseen.codePointAt(0) ?? 0).toString(16)}}`);
}
