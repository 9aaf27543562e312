import { visibleText } from "./terminal-text.ts";

/**
 * Lines that somebody else wrote, as a block of code that nothing in them can close: the fence is longer than any run
 * of backticks in them. It has to stand at the beginning of a line, with a blank line around it.
 */
export function forgeFence(lines: readonly string[]): string {
  const shown = lines.flatMap((line) => visibleText(line.toWellFormed()).split(/\r\n|[\n\r\u2028\u2029]/));
  const runs = shown.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = "`".repeat(runs.reduce((longest, { length }) => Math.max(longest, length), 2) + 1);
  return [fence, ...shown, fence].join("\n");
}
