/**
 * What is written outside carries its key, so that a process that was killed before it noted that it wrote finds its
 * own writing. Keys are made by code, of names and numbers; any text is safe as one.
 */
export function effectKey(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodeURIComponent(String(part).toWellFormed())).join("/");
}

const BEGIN = "<!-- assay:";
const END = " -->";

/** The hidden mark of a key, the last line of a comment's or issue's body. */
export function markOf(key: string): string {
  const safe = encodeURI(key.toWellFormed()).replace(/[->]/g, (char) => (char === "-" ? "%2D" : "%3E"));
  return `${BEGIN}${safe}${END}`;
}

/**
 * The key that a body's mark holds, or null. Only the end of a body is looked at: what stands before it may be
 * somebody else's words. Anybody can write a mark; whether its author is us is the caller's to see.
 */
export function keyIn(body: string): string | null {
  const last = body.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith(BEGIN) || !last.endsWith(END)) return null;
  const safe = last.slice(BEGIN.length, -END.length);
  if (/[\s>]|--/.test(safe)) return null;
  try {
    return decodeURI(safe.replaceAll("%2D", "-").replaceAll("%3E", ">"));
  } catch {
    return null;
  }
}
