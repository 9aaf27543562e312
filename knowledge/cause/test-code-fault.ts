import type { ErrorBlock, LogLine } from "../log/log-digest.ts";
import { namesTestFile } from "./test-path.ts";

/** Errors that a slip in code raises, as opposed to a check that says no. */
const SLIP =
  /\b(?:NameError|UnboundLocalError|ReferenceError|NoMethodError|NullReferenceException|TypeError(?=: .{0,120}(?:not defined|is not a constructor|unexpected keyword|positional argument|is not a function|is not iterable)))\b/;
/** A frame of a stack trace, or the last line of a pytest failure. */
const FRAME = /^\s*(?:at |File "|from |#\d+ |in )|:\d+:in |\.\w{1,5}:\d+: \w*Error$/;
const NEAR = 4;

/**
 * The line that shows a slip made by test code itself: a slip's error whose nearest frame is in a test file.
 * Null where there is none; an assertion that says no is never one.
 */
export function testCodeFault(blocks: readonly ErrorBlock[]): LogLine | null {
  for (const block of blocks) {
    for (let at = 0; at < block.lines.length; at += 1) {
      const line = block.lines[at]!;
      if (!SLIP.test(line.text)) continue;
      if (FRAME.test(line.text) && namesTestFile(line.text)) return line;
      const frame = block.lines.slice(at + 1, at + 1 + NEAR).find((next) => FRAME.test(next.text));
      if (frame !== undefined && namesTestFile(frame.text)) return line;
    }
  }
  return null;
}
