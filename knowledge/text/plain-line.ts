/** Escape sequences of a terminal: colours, titles, cursor. */
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** What most texts do not hold; looking for it first is much faster than replacing it. */
const UNSOUND = /[^ -~]| {2}|^ | $/;

/** One line of sound text: no colours, control characters, half characters or U+FFFD; white space collapsed. */
export function plainLine(text: string): string {
  if (!UNSOUND.test(text)) return text;
  return text
    .replace(ANSI, "")
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd\s]+/g, " ")
    .trim();
}

/** The text, or as much of it as there is room for, and then an ellipsis. */
export function cutLine(text: string, limit: number): string {
  return text.length <= limit ? text : `${wholeCharacters(text.slice(0, limit - 1)).trimEnd()}…`;
}

/** Without the half of a pair at the end that a cut left there. */
export function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}
