import { reveal } from "../terminal/reveal.ts";
import { splitAtWidth } from "../terminal/width.ts";

/**
 * All of a command that a person is to agree to: each of its lines behind `│ `, what does not fit into the columns
 * behind `┆ `, and with nothing in it that a terminal would hide.
 */
export function quoteCommand(command: string, columns: number): string[] {
  const room = Math.max(columns - 2, 2);
  return command.split("\n").flatMap((line) => {
    const parts: string[] = [];
    let rest = reveal(line);
    do {
      const [fits, left] = splitAtWidth(rest, room);
      // A cluster that is wider than the room has no place to break.
      parts.push(fits === "" ? rest : fits);
      rest = fits === "" ? "" : left;
    } while (rest !== "");
    return parts.map((text, index) => `${index === 0 ? "│" : "┆"} ${text}`);
  });
}
