import type { RequestDiff } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";

/** The diff of a request, a file after the other. */
export function formatRequestDiff(diff: RequestDiff, { style }: View): string {
  const { repository, number, into, base, head, files } = diff;
  const title = `${style.bold(sanitise(`${repository}#${number}`))}  ${head.slice(0, 12)} against ${sanitise(into)} at ${base.slice(0, 12)}`;
  if (files.length === 0) return `${title}\n\nmerging it changes nothing\n`;
  const parts = files.flatMap(({ path, change, diff: text }) =>
    text === null
      ? [`${sanitise(path)} is ${change}; it is no text`]
      : sanitiseLines(text.trimEnd()).map(painted),
  );
  return `${[title, "", ...parts].join("\n")}\n`;

  function painted(line: string): string {
    if (line.startsWith("+++") || line.startsWith("---")) return style.bold(line);
    if (line.startsWith("@@")) return style.cyan(line);
    if (line.startsWith("+")) return style.green(line);
    return line.startsWith("-") ? style.red(line) : line;
  }
}
