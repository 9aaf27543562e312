import { say } from "../../telling/say.ts";
import { sayLink } from "../../telling/say-link.ts";
import type { Telling } from "../../telling/telling.ts";
import type { SortedFailure } from "../sort-failures.ts";

/** Checks that a list names; the rest is counted. */
const NAMED = 20;

/** Failed checks as a list for a forge: name with link, cause, the line that shows it, the failed tests. */
export function checkList(failures: readonly SortedFailure[], telling: Telling): string {
  const lines = failures.slice(0, NAMED).flatMap((failure) => linesOf(failure, telling));
  const more = failures.length - NAMED;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

function linesOf({ failed, note }: SortedFailure, telling: Telling): string[] {
  const { quotesLogs } = telling;
  const rule = note.rule === null ? "" : `, rule ${say(note.rule, telling, 80)}`;
  const quote = note.quote === null || !quotesLogs ? "" : `: ${say(note.quote, telling, 200)}`;
  const tests = failed.tests.slice(0, 5).map((test) => say(test, telling, 160));
  const more = failed.tests.length - tests.length;
  return [
    `- ${sayLink(note.check, note.url, telling)} (${note.cause}${rule})${quote}`,
    ...tests.map((test) => `  - test ${test}`),
    ...(more > 0 ? [`  - and ${more} more tests`] : []),
  ];
}
