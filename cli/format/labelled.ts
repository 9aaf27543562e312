import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { displayWidth } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";

const LABEL_WIDTH = 7;

/** Text from outside behind a label, wrapped. */
export function labelled(label: string, text: string, { columns, style }: View): string[] {
  return hanging(label.padEnd(LABEL_WIDTH), sanitise(text), columns, style.cyan);
}

/** `head` and then sanitised text, wrapped; the lines after the first stand under the text. */
export function hanging(
  head: string,
  text: string,
  columns: number,
  mark = (plain: string) => plain,
): string[] {
  const indent = displayWidth(head);
  return wrap(text, columns - indent).map((line, at) => (at === 0 ? mark(head) : " ".repeat(indent)) + line);
}
