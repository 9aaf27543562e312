const BEGIN = "# assay init: begin";
const END = "# assay init: end";
/** Says that the file was not there before. */
const NEW_FILE = " (new file)";

/** Adds a marked block of lines at the end of a file (null: there is none), or gives the text back where it has one. */
export function addBlock(text: string | null, lines: readonly string[]): string {
  if (text?.includes(BEGIN)) return text;
  const eol = text?.includes("\r\n") ? "\r\n" : "\n";
  const block = [`${BEGIN}${text === null ? NEW_FILE : ""}`, ...lines, END].join(eol);
  if (text === null || text === "") return `${block}\n`;
  // A file without a line end at its end gets none, so that taking the block out gives the same bytes.
  return text.endsWith("\n") ? `${text}${block}${eol}` : `${text}${eol}${block}`;
}

/** Takes the block out again; null where the file was made for it and holds nothing else. */
export function removeBlock(text: string): string | null {
  const pattern = new RegExp(
    `^${BEGIN}(?:${NEW_FILE.replace(/[()]/g, "\\$&")})?\\r?\\n[^]*?^${END}(?:\\r?\\n|$(?![^]))`,
    "m",
  );
  const found = pattern.exec(text);
  if (found === null) return text;
  const isOpenEnded = !found[0].endsWith("\n");
  const before = text.slice(0, found.index);
  const rest =
    (isOpenEnded ? before.replace(/\r?\n$/, "") : before) + text.slice(found.index + found[0].length);
  return rest === "" && found[0].startsWith(BEGIN + NEW_FILE) ? null : rest;
}
