import type { Step } from "../job-story.ts";
import type { CurrentLine, ScannedLine } from "../lines/line-scanner.ts";
import type { LogLine } from "../log-digest.ts";
import type { FoundBlock } from "./error-collector.ts";

const BACK = 400;
const KNOWN_LINES = 40;
const PARAGRAPH = 10;
const NEW_LINES = 60;

/**
 * What a step printed last before it failed: a format check shows a diff and no error word, a script says
 * "run `make generate` and commit". With a passing log it is the last stretch of lines which that log does
 * not hold, else the last paragraph. With lines `around` it has surroundings, up to the line itself.
 */
export function lastWords(
  line: CurrentLine,
  step: Step,
  isNew: ((line: ScannedLine) => boolean) | null,
  isSkipped: (text: string) => boolean,
  around = 0,
): FoundBlock | null {
  const taken: LogLine[] = [];
  let skipped = 0;
  for (let back = 1; back <= BACK; back++) {
    const earlier = line.before(back);
    if (earlier === null || earlier.number < step.from) break;
    const text = earlier.clean().text;
    const skip = text === "" || isSkipped(text) || (isNew !== null && !isNew(earlier));
    if (skip) {
      if (taken.length > 0 && (isNew === null || ++skipped > 2)) break;
      if (taken.length === 0 && back > KNOWN_LINES) break;
      continue;
    }
    skipped = 0;
    taken.unshift({ line: earlier.number, text });
    if (taken.length >= (isNew === null ? PARAGRAPH : NEW_LINES)) break;
  }
  const [head] = taken;
  if (head === undefined) return null;
  const endLine = taken.at(-1)!.line;
  const linesOf = (from: number, to: number): LogLine[] => {
    const lines: LogLine[] = [];
    for (let at = from; at < to; at++) {
      const earlier = line.before(line.number - at);
      if (earlier !== null) lines.push({ line: at, text: earlier.clean().text });
    }
    return lines;
  };
  return {
    line: head.line,
    endLine,
    headline: head,
    kind: "word",
    lines: taken,
    before: around === 0 ? [] : linesOf(head.line - around, head.line),
    after: around === 0 ? [] : linesOf(endLine + 1, Math.min(line.number, endLine + 1 + around)),
    isNew: isNew === null ? null : true,
    step,
    forgiven: false,
    named: null,
    explained: false,
  };
}
