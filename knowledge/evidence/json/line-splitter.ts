import { detach } from "../shared/detach.ts";

/** Characters of a line that are handed on; the rest of a longer one is dropped. */
export const REPORT_LINE_LIMIT = 1_048_576;

/**
 * Cuts text that comes in pieces into lines (LF, CRLF and a lone CR each end one) and hands each to `take`
 * with its number, from 1. A last line without an end counts; an empty rest does not.
 */
export function lineSplitter(take: (line: string, at: number) => void): {
  write(text: string): void;
  end(): void;
} {
  let rest = "";
  let at = 1;
  let afterCr = false;
  const keep = (part: string): void => {
    if (rest.length < REPORT_LINE_LIMIT) rest += part.slice(0, REPORT_LINE_LIMIT - rest.length);
  };
  const flush = (): void => {
    const line = detach(rest);
    rest = "";
    take(line, at);
    at += 1;
  };
  return {
    write(text) {
      let from = 0;
      const ends = /[\r\n]/g;
      for (let found = ends.exec(text); found !== null; found = ends.exec(text)) {
        const lf = found[0] === "\n";
        const secondHalf = lf && afterCr && found.index === from && rest === "";
        afterCr = !lf;
        if (!secondHalf) {
          keep(text.slice(from, found.index));
          flush();
        }
        from = found.index + 1;
      }
      if (from < text.length) {
        afterCr = false;
        keep(text.slice(from));
      }
    },
    end() {
      if (rest !== "") flush();
    },
  };
}
