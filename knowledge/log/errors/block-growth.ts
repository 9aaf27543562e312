/**
 * Whether a line goes on telling what the line above began: frames of a stack, the excerpt under a
 * diagnostic, the two sides of an assertion, a diff, anything indented deeper.
 */

const FRAME =
  /^\s*(?:at \S|\.\.\. \d+ (?:more|common)|from \S+:\d+|File "|#\d+ {1,3}0x|\d+: {1,3}0x|goroutine \d+ \[|created by |Caused(?: by)?:|Suppressed: |\[signal |std(?:out|err): ?|\[CIRCULAR|During handling of the above|The above exception was|\[Previous line repeated|-+ Captured |=+ (?:FAILURES|ERRORS|short test summary))/;
const GO_FRAME = /^(?:[\w./*()·{}-]{1,200}\(.{0,500}\)|\t\/\S+:\d+ .{0,40}|exit status \d+)$/;
const GUTTER = /^\s*(?:\d+ ?\||\||│|╷|╵|╰|├|-->|= (?:note|help)|\^|~|>{1,3} \d*|E {2}|[-+] |@@ )/;
const DETAIL =
  /^\s*(?:expected|actual|received|but (?:was|got)|but:|got|want|required|found|reason|symbol|location|note|help|hint|diff|left|right|message|command|output|in file|caused by|with|to add an exception|please |---+$|\*\*\*+$)\b/i;
const LOGGED = /^\[?(?:INFO|DEBUG|TRACE)\b|^(?:##\[|\[Pipeline\]|\+ \S|\$ \S|> Task :)/;

export interface Growth {
  /** Indentation of the line that headed the block. */
  readonly indent: number;
  /** `[ERROR]`, `npm ERR!`, …: the word that each line of the block begins with; empty where there is none. */
  readonly lead: string;
  readonly go: boolean;
  readonly paragraph: boolean;
}

export function growthOf(headline: string, paragraph: boolean): Growth {
  return {
    indent: indentOf(headline),
    lead: leadOf(headline),
    go: /^\s*(?:panic: |fatal error: |goroutine |--- FAIL)/.test(headline),
    paragraph,
  };
}

/** Linear in the length of the line. */
export function goesOn(text: string, growth: Growth, blankBefore: boolean): boolean {
  if (growth.lead !== "" && text.startsWith(growth.lead)) return true;
  if (LOGGED.test(text)) return false;
  if (FRAME.test(text)) return true;
  if (growth.go && GO_FRAME.test(text)) return true;
  if (indentOf(text) > growth.indent) return true;
  if (blankBefore) return false;
  return growth.paragraph || GUTTER.test(text) || DETAIL.test(text);
}

export function indentOf(text: string): number {
  let at = 0;
  while (at < text.length && (text[at] === " " || text[at] === "\t")) at++;
  return at;
}

function leadOf(text: string): string {
  return (
    /^(?:\[(?:ERROR|error)\]|npm (?:ERR!|error)|##\[error\]|E {3}|#\d+ (?:ERROR)?|FAILED |error:|ERROR:)/.exec(
      text,
    )?.[0] ?? ""
  );
}
