import type { FailedCheck } from "../ci/failed-check.ts";
import type { MergedChange } from "./merged-change.ts";

/**
 * The number of the one change that failures point to: the only one that came in, or the only one that touches a file
 * which their annotations or the lines of their errors name. Null where none or several do. Pure.
 */
export function nameSuspect(
  failures: readonly FailedCheck[],
  merged: readonly MergedChange[],
): number | null {
  if (merged.length === 1) return merged[0]?.number ?? null;
  // Of one whose files are not known nobody can say that it is not the one.
  if (merged.some(({ files }) => files === null)) return null;
  const words = failures.flatMap(wordsOf);
  const named = merged.filter(({ files }) =>
    (files ?? []).some((path) => words.some((text) => names(text, path))),
  );
  return named.length === 1 ? (named[0]?.number ?? null) : null;
}

function wordsOf({ annotations, result, excerpt }: FailedCheck): readonly string[] {
  return [
    ...annotations.filter(({ level }) => level === "failure").map(({ path }) => path),
    ...result.evidence.map(({ quote }) => quote),
    ...(excerpt?.errors ?? []).flatMap(({ lines }) => lines.map(({ text }) => text)),
  ];
}

/** Whether a text holds the path as a whole: not as the end of another name, nor as the beginning of one. */
function names(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + path.length] ?? " "];
    if (!/[\w.-]/.test(before) && !/[\w/-]/.test(after)) return true;
  }
  return false;
}
