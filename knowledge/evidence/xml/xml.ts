import { SaxesParser } from "saxes";
import type { ReportParser } from "../reader.ts";
import { detach } from "../shared/detach.ts";
import { addPlace, rowBreaks, type Told, toldOn, trimTold } from "../shared/told.ts";
import { FAILURE_TEXT_LIMIT, type Place } from "../test-case.ts";
import type { XmlDamage } from "./xml-damage.ts";
import { faultInWords } from "./xml-damage.ts";
import { xmlMender } from "./xml-mend.ts";
import { attributeIn } from "./xml-tag.ts";

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
  take(): Told | undefined;
  /** An attribute of the element that is being opened, undefined where it is empty or missing. */
  attribute(name: string): Told | undefined;
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
  let places: Place[] = [];
  let rows = 0;
  /** Where the collected text goes on: the line on which the last tag or section ended. */
  let mark = 1;
  let section = 0;

  let inTag = false;
  /** The tag so far, where it does not stand in the piece alone, and where the rest begins in the piece. */
  let tagBefore = "";
  let tagFrom = 0;
  let tagLine = 1;
  let opened: XmlAttributes = {};

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
    else if (!paused && collected.length < TEXT_LIMIT)
      collect(text, Math.max(mark, parser.line - rowBreaks(text)));
    mark = parser.line;
  };
  const onSection = (text: string): void => {
    if (closing > 0) flush();
    if (collecting && !paused && collected.length < TEXT_LIMIT) collect(text, section);
    mark = parser.line;
  };
  const collect = (text: string, from: number): void => {
    const breaks = rowBreaks(text);
    // A line break that is escaped ends a row of the text, but no line of the file.
    const step = breaks === 0 || parser.line > from ? 1 : 0;
    const goesOn = /\S/.test(collected.slice(collected.lastIndexOf("\n") + 1));
    addPlace(places, goesOn ? { row: rows + 1, line: from + step, step } : { row: rows, line: from, step });
    if (step === 1 && parser.line - from < breaks) {
      // Some are escaped and some are not: only the first and the last row are known.
      if (goesOn) places.pop();
      places.push({ row: rows + 1, line: null, step: 0 }, { row: rows + breaks, line: parser.line, step: 1 });
    }
    collected += text;
    rows += breaks;
  };
  const text: XmlText = {
    start() {
      collecting = true;
      paused = false;
      collected = "";
      places = [];
      rows = 0;
      mark = parser.line;
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
      const kept = trimTold({ text: collected.slice(0, TEXT_LIMIT), at: places });
      collected = "";
      return kept.text === "" ? undefined : { text: detach(kept.text), at: kept.at };
    },
    attribute(name) {
      const value = opened[name];
      if (!value) return undefined;
      if (parser.line === tagLine) return toldOn(tagLine, detach(value));
      const tag = tagBefore + piece.slice(tagFrom, parser.position - pieceAt);
      return attributeIn(tag, name, detach(value), tagLine);
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
    inTag = true;
    tagBefore = "";
    tagFrom = parser.position - pieceAt;
    tagLine = parser.line;
  });
  parser.on("opentag", (tag) => {
    if (closing > 0) flush();
    const name = localName(tag.name);
    open.push(name);
    inTag = false;
    mark = parser.line;
    opened = tag.attributes;
    visitor.open(name, tag.attributes, startLine);
  });
  parser.on("closetag", () => {
    if (closing > doubtful) flush();
    closing++;
    closingLine = parser.line;
    mark = closingLine;
    tagAt = pieceAt;
  });
  parser.on("cdata", onSection);

  const mender = xmlMender({
    parse(markup) {
      if (givenUp) return;
      // Half a surrogate pair makes the parser throw; only damaged UTF-16 files hold one.
      piece = markup.isWellFormed() ? markup : markup.toWellFormed();
      parser.write(piece);
      if (inTag) {
        tagBefore += piece.slice(tagFrom);
        tagFrom = 0;
      }
      pieceAt += markup.length;
      if (pieceAt - tagAt > STALL_LIMIT) {
        givenUp = true;
        fault(parser.line, `${STALL_LIMIT} characters without a tag; the rest is not read`);
      }
    },
    wanted() {
      if (closing > 0) flush();
      section = parser.line;
      return collecting && !paused ? Math.max(0, TEXT_LIMIT - collected.length) : 0;
    },
    skip(skipped) {
      for (const match of skipped.matchAll(CONTROL)) {
        // Only the first fault needs its line; there may be as many as characters.
        const line = first ? first.line : parser.line + rowBreaks(skipped.slice(0, match.index));
        fault(line, faultInWords("disallowed character.", skipped.charCodeAt(match.index)));
      }
      parser.line += rowBreaks(skipped);
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
