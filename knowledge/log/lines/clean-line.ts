import { LINE_LIMIT } from "../log-digest.ts";

/** A line without what its CI wrapped around it. */
export interface CleanLine {
  readonly text: string;
  /** The step's name, where the line carries it (`gh run view --log`). */
  readonly column: string | null;
  /** `section_start:…` or `travis_fold:…`, where the line is such a mark and nothing else. */
  readonly mark: string | null;
}

// `job<TAB>step<TAB>[BOM]2024-01-01T00:00:00.1234567Z text`, as `gh run view --log` prints it.
const GH_COLUMNS = /^[^\t]{1,200}\t([^\t]{1,200})\t\uFEFF?(?=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)/;
// GitHub and Azure: `2024-01-01T00:00:00.1234567Z `; GitLab adds the stream: `…000000Z 00O ` (or `00O+`).
const ISO_STAMP =
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)(?: \d\d[OE](?:\+| |$)| |$)/;
// Jenkins Timestamper and Taskcluster: `[2024-01-01T00:00:00.000Z] `, `[task 2024-01-01T00:00:00.000Z] `.
const BRACKET_STAMP = /^\[(?:\w{1,20} )?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z?\] ?/;
// Timestamper's default clock, mozharness: `12:34:56  `, `12:34:56     INFO - `.
const CLOCK_STAMP = /^(?:\[\d\d:\d\d:\d\d(?:[.,]\d{1,6})?\]|\d\d:\d\d:\d\d(?:[.,]\d{1,6})?) {1,6}/;
// `section_start:1560896352:step_script[collapsed=true]`, `travis_fold:start:install`, `travis_time:…`.
const MARK = /^(?:section_(?:start|end):\d+:[\w.-]+(?:\[[^\]]*\])?|travis_(?:time|fold):(?:start|end):\S*)$/;
// CSI, OSC and APC (Buildkite's `ESC _bk;t=…BEL`) sequences, then two-character escapes.
const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]_P^][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]?/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f\u200b\u2028\u2029\ufeff]/g;

/**
 * Takes the line in `from`..`to` apart: byte order mark, time stamp, escape sequences, control characters
 * and the section marks of GitLab and Travis go; leading white space stays, trailing goes; at most
 * {@link LINE_LIMIT} characters remain. Bytes that are no UTF-8 become U+FFFD. Linear in its length.
 */
export function cleanLine(bytes: Buffer, from: number, to: number): CleanLine {
  const plain = isPlain(bytes, from, to);
  let text = bytes.toString(plain ? "latin1" : "utf8", from, to);
  if (!plain) {
    if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    if (text.includes("\x1b")) text = text.replace(ESCAPES, "");
  }
  let column: string | null = null;
  if (text.includes("\t")) {
    const columns = GH_COLUMNS.exec(text);
    if (columns !== null) {
      column = columns[1]!;
      text = text.slice(columns[0].length);
    }
  }
  text = withoutStamp(text);
  if (text.length > LINE_LIMIT) text = text.slice(0, LINE_LIMIT);
  if (!plain) text = text.replace(CONTROLS, "");
  text = text.trimEnd();
  const mark = (text.startsWith("section_") || text.startsWith("travis_")) && MARK.test(text) ? text : null;
  return { text: mark === null ? text : "", column, mark };
}

function withoutStamp(text: string): string {
  // Excerpts are often pasted with a blank before the stamp.
  const start = text.charCodeAt(0) === 32 && isDigit(text.charCodeAt(1)) ? 1 : 0;
  const lead = text.charCodeAt(start);
  if (!isDigit(lead) && lead !== 91) return text;
  // GitHub's own stamp, by far the commonest, without a pattern.
  if (
    text[start + 10] === "T" &&
    text[start + 27] === "Z" &&
    text[start + 28] === " " &&
    text[start + 4] === "-"
  ) {
    const stream = text.slice(start + 29, start + 33);
    if (stream[2] !== "O" && stream[2] !== "E") return text.slice(start + 29);
  }
  const rest = start === 0 ? text : text.slice(start);
  if (lead !== 91) {
    const stamp = ISO_STAMP.exec(rest) ?? CLOCK_STAMP.exec(rest);
    return stamp === null ? text : rest.slice(stamp[0].length);
  }
  const bracket = BRACKET_STAMP.exec(rest) ?? CLOCK_STAMP.exec(rest);
  if (bracket === null) return text;
  const after = rest.slice(bracket[0].length);
  const clock = CLOCK_STAMP.exec(after);
  return clock === null ? after : after.slice(clock[0].length);
}

/** Printable ASCII and tabs only: nothing to strip but the stamp. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if ((byte < 32 && byte !== 9) || byte > 126) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
