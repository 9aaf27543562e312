/** What a pattern holds beside its text: wildcards, classes, choices, repetitions, groups. */
const LOOSE = /[.*+?()[\]{}|]/;
/** A letter behind a backslash stands for a class of characters, or for one that is not written. */
const CLASS = /\\[A-Za-z0-9]/;

/**
 * The text that a value must hold for a pattern to match it, and whether it must be the whole of it; null where the
 * pattern leaves a part open or matches in another case too. The pattern stands as `/…/flags`, or bare.
 */
export function textOfPattern(pattern: string): { readonly text: string; readonly whole: boolean } | null {
  const told = /^\/(.*)\/(\w*)$/s.exec(pattern);
  const source = told?.[1] ?? pattern;
  if (/[imx]/.test(told?.[2] ?? "") || CLASS.test(source)) return null;
  const begins = source.startsWith("^");
  const ends = /(?<!\\)\$$/.test(source);
  const inner = source.slice(begins ? 1 : 0, ends ? -1 : undefined);
  const bare = inner.replace(/\\./g, "");
  if (LOOSE.test(bare) || /[\^$]/.test(bare)) return null;
  return { text: inner.replace(/\\(.)/g, "$1"), whole: begins && ends };
}
