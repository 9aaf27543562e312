import { cutLine, plainLine } from "../../text/plain-line.ts";

const LONGEST = 500;
/** What Playwright's log says of an element that it cannot act on. */
const REASON =
  /(element is not [a-z]+|element is outside of the viewport|.* intercepts pointer events|element was detached.*)$/;

/** What an error of Playwright says to a person: its first line and the last reason of its log, on one line. Pure. */
export function toldError(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split("\n").map(plainLine);
  const first = (lines[0] ?? "").replace(/^[a-zA-Z]+\.[a-zA-Z]+: /, "");
  const reason = lines.findLast((line) => REASON.test(line))?.match(REASON)?.[1];
  return cutLine(reason === undefined ? first : `${first} ${reason}`, LONGEST);
}

/** Whether Playwright gave up because the time was over. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
