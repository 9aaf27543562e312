/** Where mended markup goes. All calls are synchronous and in the order of the file. */
export interface MendTarget {
  /** Markup to parse; a call never ends inside a line break or a surrogate pair. */
  parse(markup: string): void;
  /** Asked once at the start of a CDATA section: how many characters of it anybody reads. */
  wanted(): number;
  /** Text of a CDATA section that nobody reads; it still counts for line numbers and well-formedness. */
  skip(text: string): void;
  /** The file was not well-formed at the place reached, and was mended. */
  mended(what: string): void;
}

/** Feeds markup piece by piece; how it is cut into pieces makes no difference. */
export interface Mender {
  write(text: string): void;
  end(): void;
}

type Mode = "markup" | "cdata" | "comment" | "doctype" | "subset";

const CDATA = "<![CDATA[";
const OPENINGS = [CDATA, "<!--", "<!DOCTYPE"] as const;
/** Longest entity name that is believed; a longer one is an ampersand that nobody escaped. */
const ENTITY_LIMIT = 64;
const UNDECIDED = -1;
const NO_ENTITY = -2;

/**
 * Passes markup on with the two faults mended that a strict tokeniser does not survive: an ampersand that is
 * no entity (it would swallow everything up to the next semicolon) and `<!` that opens nothing (it would
 * swallow the rest of the file). CDATA sections that nobody reads are not parsed at all: captured output is
 * often most of a report.
 */
export function xmlMender(target: MendTarget): Mender {
  let mode: Mode = "markup";
  let carry = "";
  /** Characters of the open CDATA section that are still wanted. */
  let budget = 0;

  /** Consumes what can be decided of the buffer and returns the rest. `last` decides everything. */
  const consume = (buffer: string, last: boolean): string => {
    const limit = buffer.length;
    let from = 0; // start of what is not yet passed on
    let at = 0; // everything before is understood
    let bang = -2; // cached places of the next "<!" and "&"; -2 is not searched yet
    let amp = -2;

    const pass = (to: number): void => {
      if (to > from) target.parse(from === 0 && to === limit ? buffer : buffer.slice(from, to));
      from = to;
    };

    for (;;) {
      if (mode === "markup") {
        if (bang !== -1 && bang < at) bang = buffer.indexOf("<!", at);
        if (amp !== -1 && amp < at) amp = buffer.indexOf("&", at);
        if (amp >= 0 && (bang < 0 || amp < bang)) {
          const end = entityEnd(buffer, amp, last);
          if (end === UNDECIDED) {
            pass(amp);
            return buffer.slice(amp);
          }
          if (end === NO_ENTITY) {
            pass(amp);
            target.mended("an `&` that is not escaped");
            target.parse("&amp;");
            from = amp + 1;
            at = from;
          } else at = end;
          continue;
        }
        if (bang < 0) break;
        const opening = OPENINGS.find((candidate) => buffer.startsWith(candidate, bang));
        if (opening === undefined) {
          if (!last && limit - bang < CDATA.length && mayOpen(buffer.slice(bang))) {
            pass(bang);
            return buffer.slice(bang);
          }
          pass(bang);
          target.mended("`<!` that opens nothing");
          target.parse("&lt;");
          from = bang + 1;
          at = from;
          continue;
        }
        at = bang + opening.length;
        mode = opening === CDATA ? "cdata" : opening === "<!--" ? "comment" : "doctype";
        if (mode === "cdata") {
          pass(at);
          budget = target.wanted();
        }
      } else if (mode === "cdata") {
        const end = buffer.indexOf("]]>", at);
        const to = end >= 0 ? end : last ? limit : heldBack(buffer, at);
        if (budget > 0) {
          const read = Math.min(to, wholeCut(buffer, from, from + budget));
          // A cut that is moved back to a whole character ends the reading too.
          budget = from + budget <= to ? 0 : budget - (read - from);
          pass(read);
        }
        if (to > from) {
          target.skip(buffer.slice(from, to));
          from = to;
        }
        if (end < 0) return last ? "" : buffer.slice(to);
        at = end + 3;
        mode = "markup";
      } else if (mode === "comment") {
        const end = buffer.indexOf("-->", at);
        if (end < 0) {
          const to = last ? limit : heldBack(buffer, at);
          pass(to);
          return buffer.slice(to);
        }
        at = end + 3;
        mode = "markup";
      } else if (mode === "doctype") {
        const close = buffer.indexOf(">", at);
        const open = buffer.slice(at, close < 0 ? limit : close).indexOf("[");
        if (close < 0 && open < 0) break;
        mode = open >= 0 ? "subset" : "markup";
        at = (open >= 0 ? at + open : close) + 1;
      } else {
        const end = buffer.indexOf("]", at);
        if (end < 0) break;
        at = end + 1;
        mode = "doctype";
      }
    }
    if (last) {
      pass(limit);
      return "";
    }
    const code = buffer.charCodeAt(limit - 1);
    const whole = code === 0x3c || code === 0x0d || isHighSurrogate(code) ? limit - 1 : limit;
    pass(whole);
    return whole === limit ? "" : buffer.slice(whole);
  };

  return {
    write(text) {
      const piece = carry === "" ? text : carry + text;
      carry = piece === "" ? "" : consume(piece, false);
    },
    end() {
      const rest = carry;
      carry = "";
      if (rest !== "") consume(rest, true);
    },
  };
}

/** Where a section's unfinished text may be cut: its last two characters may begin its end. */
function heldBack(buffer: string, from: number): number {
  return wholeCut(buffer, from, Math.max(from, buffer.length - 2));
}

/** The last place up to `to` that splits neither a line break nor a surrogate pair. */
function wholeCut(buffer: string, from: number, to: number): number {
  let cut = to;
  while (cut > from && (buffer.charCodeAt(cut - 1) === 0x0d || isHighSurrogate(buffer.charCodeAt(cut - 1))))
    cut--;
  return cut;
}

function mayOpen(start: string): boolean {
  return OPENINGS.some((opening) => opening.startsWith(start));
}

/** The place after the entity that begins at `amp`, or {@link NO_ENTITY}, or {@link UNDECIDED}. */
function entityEnd(buffer: string, amp: number, last: boolean): number {
  const stop = Math.min(buffer.length, amp + ENTITY_LIMIT);
  let at = amp + 1;
  if (buffer.charCodeAt(at) === 0x23) at++;
  const first = at;
  for (; at < stop; at++) {
    const code = buffer.charCodeAt(at);
    if (code === 0x3b) return at > first ? at + 1 : NO_ENTITY;
    if (!isNameCode(code)) return NO_ENTITY;
  }
  return last || at < buffer.length ? NO_ENTITY : UNDECIDED;
}

function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x2d ||
    code === 0x5f ||
    code === 0x3a ||
    code >= 0x80
  );
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
