/** How often something happened, as people say it: `once`, `twice`, `3 times`. */
export function timesWord(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
