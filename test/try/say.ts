/** Prints a line of the story. */
export function say(text = ""): void {
  process.stdout.write(`${text}\n`);
}

export function sayChapter(number: number, title: string): void {
  say(`── ${number}. ${title}`);
}

/** Prints what a command printed, cut after `most` lines with a note of how many more there were; nothing where `most` is 0. */
export function sayOutput(lines: readonly string[], most: number): void {
  for (const line of lines.slice(0, most)) say(`  ${line}`.trimEnd());
  const more = lines.length - most;
  if (more > 0 && most > 0) say(`  … ${more} more ${more === 1 ? "line" : "lines"}`);
}

/** A command as one would type it. */
export function typed(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(" ");
}
