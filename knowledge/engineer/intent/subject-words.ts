/** Words that stand in most tests and sentences. */
const COMMON = new Set(
  (
    "this that with from have will must should shall test tests when then them they there here where into than " +
    "expect assert equal equals tobe value result true false null none undefined show shows does each every only"
  ).split(" "),
);

/** The words of a test's name and line that say what it is about, as {@link wordsOf} gives them, without the value's own. */
export function subjectWords(text: string, value: string): ReadonlySet<string> {
  const own = new Set(wordsOf(value));
  return new Set(wordsOf(text).filter((word) => !own.has(word)));
}

/** Beginnings of the words of four letters and more, parts of joined names among them, without endings and common words. */
export function wordsOf(text: string): readonly string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return (apart.match(/\p{L}{4,}/gu) ?? [])
    .filter((word) => !COMMON.has(word))
    .map((word) => word.replace(/(?:ing|ed|s)$/, "").slice(0, 5));
}
