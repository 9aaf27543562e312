import { age } from "../terminal/age.ts";

/** An ISO time to the minute in UTC, and how long ago that was where `now` is known. Another text stays as it is. */
export function tellTime(at: string, now?: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  const minute = new Date(time).toISOString().slice(0, 16).replace("T", " ");
  const ago = now === undefined ? "" : age(at, now);
  return `${minute} UTC${ago === "" ? "" : ago === "now" ? ", just now" : `, ${ago} ago`}`;
}
