/** What became of an edit: the whole new text, or why it was not made. */
export type AppliedEdit =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "refused"; readonly why: string };

/** Characters of a test file. */
const LONGEST = 400_000;

/**
 * Makes one edit: `oldText` has to stand in the file exactly once, and is replaced by `newText`; with an empty
 * `oldText` a file that is not there yet is written whole. Line ends of the file stay what they are. Pure.
 */
export function applyEdit(text: string | null, oldText: string, newText: string): AppliedEdit {
  if (text === null) {
    if (oldText !== "") return refused("there is no such file; give an empty old_text to write it whole");
    return bounded(newText);
  }
  if (oldText === "")
    return refused("the file is there already; give the text that is to be replaced as old_text");
  const isWindows = text.includes("\r\n") && !/(?<!\r)\n/.test(text);
  const withEnds = (part: string) => (isWindows ? part.replace(/\r?\n/g, "\r\n") : part);
  const [old, now] = [withEnds(oldText), withEnds(newText)];
  const at = text.indexOf(old);
  if (at < 0)
    return refused("old_text does not stand in the file; read it again and give it character by character");
  if (text.indexOf(old, at + 1) >= 0)
    return refused("old_text stands in the file more than once; give more of what is around it");
  if (old === now) return refused("old_text and new_text are the same");
  return bounded(text.slice(0, at) + now + text.slice(at + old.length));
}

function bounded(text: string): AppliedEdit {
  if (text.length > LONGEST) return refused(`the file would be longer than ${LONGEST} characters`);
  return text.isWellFormed() ? { kind: "edited", text } : refused("the new text is not well-formed Unicode");
}

function refused(why: string): AppliedEdit {
  return { kind: "refused", why };
}
