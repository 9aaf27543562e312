import type { FailedCheck, LogExcerpt } from "../../ci/failed-check.ts";
import { maskText } from "../../record/mask-text.ts";
import type { Telling } from "../../telling/telling.ts";
import { forgeFence } from "../../text/forge-fence.ts";
import { cutLine } from "../../text/plain-line.ts";

/** Characters of a line of a log that is told. */
const LINE = 500;

/**
 * The log of a check, folded and fenced, in at most `room` characters; null where there is none, where there is no
 * room, or where logs may not be quoted. What had to be left out is counted below it.
 */
export function foldedLog(
  { excerpt }: Pick<FailedCheck, "excerpt">,
  { mask, quotesLogs }: Telling,
  room: number,
): string | null {
  if (excerpt === null || !quotesLogs) return null;
  const lines = linesOf(excerpt).map((line) => cutLine(maskText(line, mask), LINE));
  for (let keep = lines.length; keep > 0; keep = Math.floor(keep * 0.7)) {
    const folded = fold(lines.slice(0, keep), lines.length - keep, excerpt.lines);
    if (folded.length <= room) return folded;
  }
  return null;
}

function fold(lines: readonly string[], leftOut: number, total: number): string {
  const cut = leftOut === 0 ? [] : ["", `${leftOut} more lines are left out here.`];
  const title = `The first errors and the last lines of the log (${total} lines)`;
  return [`<details><summary>${title}</summary>`, "", forgeFence(lines), ...cut, "", "</details>"].join("\n");
}

function linesOf({ errors, tail }: LogExcerpt): string[] {
  const parts = tail === null ? errors : [...errors, tail];
  return parts.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : ["…"]),
    ...lines.map(({ line, text }) => `${line}: ${text}`),
  ]);
}
