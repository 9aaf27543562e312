import { SaxesParser } from "saxes";
import { detach } from "./detach.ts";
import type { ReportParser } from "./reader.ts";
import { FAILURE_TEXT_LIMIT } from "./test-case.ts";
import type { XmlDamage } from "./xml-damage.ts";
import { faultInWords } from "./xml-damage.ts";
import { xmlMender } from "./xml-mend.ts";

/** Attributes as written, keyed by their names as written. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/**
 * What a reader does with a file. Element names come in lower case and without their prefix; every `open`
 * has its `close`, except for the elements that a file which ends early leaves open.
 */
export interface XmlVisitor {
  /** `line` is the line of the tag's name. */
  open(name: string, attributes: XmlAttributes, line: number): void;
  /** `line` is the line where the closing tag ends. */
  close(name: string, line: number): void;
  /** Once, after everything else. `line` is the last line of the file. */
  end(line: number, damage: XmlDamage | undefined): void;
}

/** Collects character data on request; nothing is kept while nobody asked. */
export interface XmlText {
  /** Collects from here on; what was collected before is dropped. */
  start(): void;
  /** Leaves out what follows, e.g. captured output inside a failure. */
  pause(): void;
  resume(): void;
  /** Stops, and returns what was collected, or undefined where it is blank. */
  take(): string | undefined;
}

/** Characters of one text that are kept: colours may be stripped from it before its own limit counts. */
const TEXT_LIMIT = FAILURE_TEXT_LIMIT * 2;
/** Levels up to which a stray closing tag is matched; each of a million could search a million levels. */
const STRAY_LIMIT = 256;
const NAMES_LIMIT = 1_000;
/** Characters without a tag after which a file is given up: the parser may be gathering them all. */
const STALL_LIMIT = 2 ** 28;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Parses XML as it comes and never gives up: what is not well-formed is mended where it can be, the rest of
 * the file is read on, and the damage is told at the end.
 *
 * Nothing outside the file is ever resolved and no entity of a document type is expanded: it stays in the
 * text as written and counts as damage. Memory is bounded by the depth of the file and its longest tag or
 * comment (a file is given up after 2^28 characters without a tag); text is cut at 32 KiB where it is wanted and not kept where it is not.
 */
export function readXml(visitorFor: (text: XmlText) => XmlVisitor): ReportParser {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  /** Open elements. The parser drops its own on a stray closing tag; these stay. */
  const open: string[] = [];
  const names = new Map<string, string>();
  let rootSeen = false;
  let startLine = 1;
  // The parser tells that a closing tag closed several elements, or closed them in vain, only after the
  // fact, so that each close waits for the next event.
  let closing = 0;
  let doubtful = 0;
  let closingLine = 1;

  let first: XmlDamage["first"];
  let faults = 0;
  let cut = false;
  let textBefore = false;
  let textAfter = false;
  let ending = false;
  let piece = "";
  let pieceAt = 0;
  let tagAt = 0;
  let givenUp = false;

  let collecting = false;
  let paused = false;
  let collected = "";

  const flush = (): void => {
    while (closing > 0) {
      closing--;
      visitor.close(open.pop() ?? "", closingLine);
    }
    doubtful = 0;
  };
  const onText = (text: string): void => {
    if (closing > 0) flush();
    if (!collecting) parser.off("text");
    else if (!paused && collected.length < TEXT_LIMIT) collected += text;
  };
  const text: XmlText = {
    start() {
      collecting = true;
      paused = false;
      collected = "";
      parser.on("text", onText);
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
    },
    take() {
      collecting = false;
      parser.off("text");
      const kept = collected.slice(0, TEXT_LIMIT).trim();
      collected = "";
      return kept === "" ? undefined : detach(kept);
    },
  };
  const visitor = visitorFor(text);

  const fault = (line: number, what: string): void => {
    faults++;
    first ??= { line, what };
  };
  const closeStray = (name: string): void => {
    // What the parser closed in vain is still open; elements that it had lost before may be meant.
    if (closing > doubtful) flush();
    closing = 0;
    doubtful = 0;
    const local = localName(name);
    for (let levels = 1; levels <= Math.min(open.length, STRAY_LIMIT); levels++) {
      if (open.at(-levels) !== local) continue;
      closing = levels;
      closingLine = parser.line;
      return;
    }
  };
  /** Replaces the parser's own, which makes an Error with its stack for every fault: far more than reading costs on a binary file. */
  parser.fail = (message: string) => {
    if (ending && (message.startsWith("unclosed tag") || message === "unexpected end.")) {
      cut = true;
      return parser;
    }
    if (message === "text data outside of root node.") {
      // Told at the end of a piece, so that neither its place nor its order is to be trusted.
      if (rootSeen) textAfter = true;
      else textBefore = true;
      return parser;
    }
    if (message === "unexpected close tag.") doubtful = closing;
    else if (message.startsWith("unmatched closing tag: ")) closeStray(message.slice(23, -1));
    fault(parser.line, faultInWords(message, piece.charCodeAt(parser.position - pieceAt - 1)));
    // After a fault the parser may hold text that it would put before the next attribute value; a listener frees it.
    parser.on("text", onText);
    return parser;
  };

  const localName = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const local = name.slice(name.indexOf(":") + 1).toLowerCase();
    if (names.size < NAMES_LIMIT) names.set(detach(name), detach(local));
    return local;
  };

  parser.on("opentagstart", () => {
    rootSeen = true;
    tagAt = pieceAt;
    // The character after the name is read already; where it is a line break the tag began a line before.
    startLine = parser.column === 0 ? parser.line - 1 : parser.line;
  });
  parser.on("opentag", (tag) => {
    if (closing > 0) flush();
    const name = localName(tag.name);
    open.push(name);
    visitor.open(name, tag.attributes, startLine);
  });
  parser.on("closetag", () => {
    if (closing > doubtful) flush();
    closing++;
    closingLine = parser.line;
    tagAt = pieceAt;
  });
  parser.on("cdata", onText);

  const mender = xmlMender({
    parse(markup) {
      if (givenUp) return;
      // Half a surrogate pair makes the parser throw; only damaged UTF-16 files hold one.
      piece = markup.isWellFormed() ? markup : markup.toWellFormed();
      parser.write(piece);
      pieceAt += markup.length;
      if (pieceAt - tagAt > STALL_LIMIT) {
        givenUp = true;
        fault(parser.line, `${STALL_LIMIT} characters without a tag; the rest is not read`);
      }
    },
    wanted() {
      if (closing > 0) flush();
      return collecting && !paused ? Math.max(0, TEXT_LIMIT - collected.length) : 0;
    },
    skip(skipped) {
      for (const match of skipped.matchAll(CONTROL)) {
        // Only the first fault needs its line; there may be as many as characters.
        const line = first ? first.line : parser.line + lineBreaks(skipped.slice(0, match.index));
        fault(line, faultInWords("disallowed character.", skipped.charCodeAt(match.index)));
      }
      parser.line += lineBreaks(skipped);
    },
    mended: (what) => fault(parser.line, what),
  });

  return {
    write(chunk) {
      mender.write(chunk);
    },
    end() {
      mender.end();
      const line = parser.line;
      ending = true;
      parser.close();
      flush();
      if (textBefore) fault(1, "text before the root element");
      if (textAfter) fault(closingLine, "text after the root element");
      const whole = !cut && open.length === 0;
      const damage = {
        first,
        faults,
        cut: whole ? undefined : { line, inside: open.at(-1) },
      };
      visitor.end(line, first === undefined && whole ? undefined : damage);
    },
  };
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== 0x0a) count++;
  }
  return count;
}
