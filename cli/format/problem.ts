import type { ToldProblem } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

const INDENT = "  ";

/** `file:line` on a row of its own, whole, so that an editor can open it; below it what is wrong and what mends it. */
export function formatProblem(
  { file, line, key, message, fix }: ToldProblem,
  { columns, style }: View,
): string[] {
  const what = key === null ? message : `${key}: ${message}`;
  const texts = [
    ...wrap(sanitise(what), columns - INDENT.length),
    ...wrap(`try: ${sanitise(fix)}`, columns - INDENT.length),
  ];
  return [style.bold(`${sanitise(file)}:${line}`), ...texts.map((text) => INDENT + text)];
}
