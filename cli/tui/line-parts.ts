import { sanitise } from "../terminal/sanitise.ts";
import { clip, splitAtWidth } from "../terminal/width.ts";

/** Stands before what goes on from the row above. */
const GOES_ON = "↪ ";

/** One line in parts no wider than `columns`, with every space that it has; at least one part. */
export function lineParts(text: string, columns: number): string[] {
  const parts: string[] = [];
  let lead = "";
  let rest = sanitise(text);
  do {
    const room = Math.max(columns - lead.length, 2);
    const [part, left] = splitAtWidth(rest, room);
    // A single cluster wider than the room has no place to break.
    if (part === "") return [...parts, lead + clip(rest, room)];
    parts.push(lead + part);
    [lead, rest] = [GOES_ON, left];
  } while (rest !== "");
  return parts;
}
