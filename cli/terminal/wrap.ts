import { clip, displayWidth, splitAtWidth } from "./width.ts";

/** Breaks one line of sanitised text at spaces, and a word that is too long anywhere, so that no part is wider than `columns`. */
export function wrap(text: string, columns: number): string[] {
  const room = Math.max(columns, 2);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (displayWidth(longer) <= room) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    let [part, rest] = splitAtWidth(word, room);
    while (part !== "" && rest !== "") {
      lines.push(part);
      [part, rest] = splitAtWidth(rest, room);
    }
    // A single cluster wider than the room has no place to break.
    line = part === "" ? clip(rest, room) : part;
  }
  lines.push(line);
  return lines;
}
