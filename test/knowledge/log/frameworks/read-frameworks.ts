import { FRAMEWORKS } from "../../../../knowledge/log/frameworks/index.ts";
import type { LogTests } from "../../../../knowledge/log/log-digest.ts";
import { openTally } from "../../../../knowledge/log/tests/test-tally.ts";

/** Feeds a tally as the log reader does: only the lines that hold a cue or were asked for. */
export function readFrameworks(
  text: string,
  frameworks = FRAMEWORKS as readonly (typeof FRAMEWORKS)[number][],
): LogTests | null {
  const tally = openTally(frameworks);
  let wantedUntil = 0;
  text.split("\n").forEach((line, index) => {
    const at = index + 1;
    const low = line.toLowerCase();
    if (at > wantedUntil && !tally.cues.some((cue) => low.includes(cue))) return;
    wantedUntil = Math.max(wantedUntil, at + tally.line(line, at));
  });
  return tally.end();
}

/** The same for lines given one by one. */
export function readLines(...lines: readonly string[]): LogTests | null {
  return readFrameworks(lines.join("\n"));
}

/** Names of the failed tests of a log. */
export function failedNames(...lines: readonly string[]): readonly string[] {
  return (readLines(...lines)?.failedTests ?? []).map(({ name }) => name);
}
