import { visibleText } from "./terminal-text.ts";

/** What a reader of a page of Markdown sees: no invisible characters, no hidden comments, with which nobody agreed. */
export function shownText(text: string): string {
  return visibleText(text).replace(/<!--[\s\S]*?(?:-->|$)/g, " ");
}
