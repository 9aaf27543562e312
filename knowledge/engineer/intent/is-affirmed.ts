const DENIED =
  /(?:\b(?:not|no|never|nor|neither|none|instead of|rather than|used to|previously|formerly|was|were|cannot)\b|\b\w+n['’]t\b)/i;

const DENIED_AFTER =
  /^(?:was|were)\b|\b(?:not|no|never|wrong|incorrect|obsolete|outdated|cannot|\w+n['’]t)\b/i;

const STATES =
  /\b(?:is|are|be|has|have|costs?|comes?|shows?|reads?|says?|gives?|equals?|becomes?|returns?|must|shall|should|will)\b/i;

/**
 * Whether what stands in a sentence from `at` up to `end` is said to be so: the sentence is no question and nothing in
 * it is struck out, and in the clause around the place nothing denies it or tells of former times. A comma begins a
 * new clause only where a verb follows on it, since "not 10, 11 or 12" denies all three. Doubt counts as denial.
 */
export function isAffirmed(sentence: string, at: number, end: number): boolean {
  if (/\?["'”’)\]*_`]*$/.test(sentence) || sentence.includes("~~")) return false;
  const clause = clauseBefore(sentence.slice(0, at));
  const after = sentence.slice(end);
  const isFormer = /\bfrom\W*$/i.test(clause) && /^\W*(?:\p{L}+\W+)?to\b/iu.test(after);
  return !isFormer && !DENIED.test(clause) && !DENIED_AFTER.test(wordsAfter(after));
}

function clauseBefore(before: string): string {
  const breaks = [...before.matchAll(/\b(but|now)\b|[,;:()–—]\s+/gi)].toReversed();
  for (const { 0: text, 1: turn, index } of breaks) {
    const clause = before.slice(index + text.length);
    if (turn !== undefined || STATES.test(clause)) return clause;
  }
  return before;
}

/** The four words after a place that belong to it: "14.99 is no longer right", but not "14.99, not 12.99". */
function wordsAfter(after: string): string {
  const clause = after.split(/[,;:(–—]|\b(?:but|and|instead|rather)\b/i)[0] ?? "";
  return (clause.match(/[\p{L}\p{N}'’]+/gu) ?? []).slice(0, 4).join(" ");
}
