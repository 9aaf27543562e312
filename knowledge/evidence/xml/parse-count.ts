/** A count that a report gives, or 0 where it gives none. */
export function parseCount(text: string | undefined): number {
  if (text === undefined) return 0;
  const number = Number(text.replace(/[,\s]/g, ""));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
