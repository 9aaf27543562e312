import type { Place } from "./code.ts";

/** The first line of what stands at a place, cut where it is too long to be shown. */
export function firstLine(text: string, { start, end }: Pick<Place, "start" | "end">): string {
  return (text.slice(start, end).split("\n", 1)[0] ?? "").trim().slice(0, 200);
}
