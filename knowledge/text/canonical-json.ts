/**
 * The one spelling of a JSON value: keys sorted, no blanks, what is undefined left out. Two values that say the same have
 * the same, whatever order their keys came in. Pure.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
