/**
 * The same characters in memory of their own.
 *
 * The engine keeps a substring as a window on the string it was cut from, so a name cut from a chunk of a
 * report keeps the whole chunk alive. Joining and cutting again makes the engine copy.
 */
export function detach(text: string): string {
  // Substrings below 13 characters are always copies.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
