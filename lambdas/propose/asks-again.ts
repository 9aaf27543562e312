/**
 * Whether a message shall come again: a cap an hour leaves room before it is given up. The cap of open requests leaves
 * room once people merge or close some, so that only what is handed over next asks again.
 */
export function asksAgain(results: readonly string[]): boolean {
  return results.some((code) => code.startsWith("too-many-") && code.endsWith("-an-hour"));
}
