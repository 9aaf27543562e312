/** Files that the runners look into by themselves, by the language of their names. */
const COLLECTED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\.[cm]?[jt]sx?$/,
    /[._-](test|spec|cy|e2e)\.[cm]?[jt]sx?$|(^|\/)(__tests__|e2e|cypress|tests?|specs?)\/|(^|\/)(test|spec)[._-]?[\w-]*\.[cm]?[jt]sx?$/,
  ],
  [/\.py$/, /(^|\/)(test_[^/]*|[^/]*_test|tests)\.py$/],
  [/\.java$/, /(^|\/)(Test[^/]*|[^/]*(Test|Tests|TestCase|IT|Spec))\.java$/],
  [/\.go$/, /_test\.go$/],
];

/** The same without the folders, in which a project can keep other files too. */
const NAMED = /[._-](test|spec|cy|e2e)\.[cm]?[jt]sx?$/;

/** Whether a test that was moved is still found by its runner, as far as names tell. */
export function isStillCollected(before: string, after: string): boolean {
  if (before === after) return true;
  if (NAMED.test(before) && /\.[cm]?[jt]sx?$/.test(after)) return NAMED.test(after);
  const row = COLLECTED.find(([files]) => files.test(before));
  return row === undefined || !row[1].test(before) || row[1].test(after);
}
