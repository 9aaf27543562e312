import { detach } from "../shared/detach.ts";
import type { JsonNode } from "./json-node.ts";

/** What a {@link jsonScanner} tells. A path is made of keys and `*` for any element, joined by `.`; the root is `""`. */
export interface JsonHandler {
  /** Asked for each object and array outside built ones: whether it is built whole and handed to `value`. */
  builds(path: string): boolean;
  /** A scalar outside built containers, or a container that was built (`whole` is false where it broke). */
  value(path: string, node: JsonNode): void;
  /** A document is over; `whole` is false where it broke off. */
  document(line: number, whole: boolean): void;
  /** A line of text that is no JSON, before, between or after the documents. */
  noise(line: number): void;
  /** Damage, and what was done about it. */
  damage(line: number, message: string): void;
}

/** Characters of a string that are kept; attachments and captured output may be of any size. */
export const STRING_LIMIT = 65_536;
/** Nodes of one built container; what goes beyond is dropped and said. */
const NODE_LIMIT = 1_000_000;
const DEPTH_LIMIT = 512;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;
const CR = 0x0d;

const OUTSIDE = 0;
const VALUE = 1;
const KEY = 2;
const COLON = 3;
const COMMA = 4;
const STRING = 5;
const ESCAPE = 6;
const LITERAL = 7;

interface Frame {
  readonly object: boolean;
  readonly path: string;
  /** Path of the elements of an array. */
  readonly itemPath: string;
  readonly line: number;
  /** Null where the container is walked only. */
  readonly items: JsonNode[] | null;
  readonly members: Map<string, JsonNode> | null;
  key: string;
  /** A comma was read and nothing after it. */
  dangling: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
};
const LENIENT = new Set(["NaN", "Infinity", "-Infinity", "undefined"]);

const isSpace = (code: number): boolean => code === 0x20 || code === LF || code === CR || code === 0x09;

/** Letters, digits, `_`, `.`, `+`, `-`. */
const isLiteral = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x5f;

/**
 * Reads JSON text in pieces, counting lines (LF, CRLF and a lone CR each end one), and never throws.
 *
 * Meets reports as they are found: text before, between and after documents, several documents in a row,
 * trailing commas, raw control characters in strings, NaN and Infinity (read as null), a document that is
 * cut off. After damage that cannot be read over, the document ends there and the next one may only begin
 * at the start of a line. Memory: one built container of at most {@link NODE_LIMIT} nodes.
 */
export function jsonScanner(handler: JsonHandler): {
  write(text: string): void;
  end(): void;
} {
  let state = OUTSIDE;
  let line = 1;
  let read = 0;
  let lastCr = -2;
  const stack: Frame[] = [];
  let built = 0;

  // Outside a document.
  let lineIsBlank = true;
  let indented = false;
  let opener = 0;
  let openerLine = 0;
  let openerIndented = false;
  let strict = false;

  // Inside a token.
  let text = "";
  let tokenLine = 1;
  let isKey = false;
  let unicode = "";

  function newline(code: number, at: number): void {
    if (code === CR) lastCr = at;
    if (code === CR || lastCr !== at - 1) line += 1;
  }

  function outside(piece: string, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (code === LF || code === CR) {
        if (opener === 0 && !lineIsBlank) handler.noise(line);
        newline(code, read + at);
        lineIsBlank = true;
        indented = false;
        continue;
      }
      if (isSpace(code)) {
        indented = true;
        continue;
      }
      if (opener !== 0) {
        const opens = opener === 0x7b ? code === QUOTE || code === 0x7d : code === 0x7b || code === 0x5d;
        if (opens && !(strict && openerIndented)) {
          const first = opener;
          opener = 0;
          strict = false;
          open(first === 0x7b, "", openerLine);
          return at;
        }
        if (openerLine !== line) handler.noise(openerLine);
        else lineIsBlank = false;
        opener = 0;
      }
      if (lineIsBlank && (code === 0x7b || code === 0x5b)) {
        opener = code;
        openerLine = line;
        openerIndented = indented;
      }
      lineIsBlank = false;
      indented = false;
    }
    return piece.length;
  }

  function open(object: boolean, path: string, at: number): void {
    if (stack.length >= DEPTH_LIMIT) {
      breakOff(`nested deeper than ${DEPTH_LIMIT} levels`);
      return;
    }
    const above = stack.at(-1);
    const inBuilt = above !== undefined && (above.items !== null || above.members !== null);
    const builds = inBuilt || handler.builds(path);
    if (builds && !inBuilt) built = 0;
    stack.push({
      object,
      path,
      itemPath: path === "" ? "*" : `${path}.*`,
      line: at,
      items: builds && !object ? [] : null,
      members: builds && object ? new Map() : null,
      key: "",
      dangling: false,
    });
    state = object ? KEY : VALUE;
  }

  function pathOfValue(frame: Frame): string {
    if (!frame.object) return frame.itemPath;
    return frame.path === "" ? frame.key : `${frame.path}.${frame.key}`;
  }

  function give(node: JsonNode): void {
    const frame = stack.at(-1);
    if (frame === undefined) return;
    frame.dangling = false;
    state = COMMA;
    if (frame.items === null && frame.members === null) {
      handler.value(pathOfValue(frame), node);
      return;
    }
    built += 1;
    if (built > NODE_LIMIT) {
      if (built === NODE_LIMIT + 1)
        handler.damage(node.line, "one element is too large; the rest of it is left out");
      return;
    }
    if (frame.items !== null) frame.items.push(node);
    else frame.members?.set(frame.key, node);
  }

  function close(whole: boolean): void {
    const frame = stack.pop();
    if (frame === undefined) return;
    const value = frame.items ?? frame.members;
    if (value !== null) {
      const node: JsonNode = { value, line: frame.line, endLine: line, whole };
      if (stack.length > 0) give(node);
      else handler.value("", node);
    }
    const above = stack.at(-1);
    if (above === undefined) {
      handler.document(line, whole);
      state = OUTSIDE;
      // What follows on the same line is neither a new document nor worth a word.
      lineIsBlank = true;
      indented = false;
    } else {
      above.dangling = false;
      state = COMMA;
    }
  }

  /** Ends the document here: open containers are handed over as they are. */
  function breakOff(message: string): void {
    handler.damage(line, message);
    while (stack.length > 0) close(false);
    state = OUTSIDE;
    strict = true;
    lineIsBlank = false;
  }

  function startString(key: boolean): void {
    isKey = key;
    text = "";
    tokenLine = line;
    state = STRING;
  }

  function keep(part: string): void {
    if (text.length < STRING_LIMIT) text += part.slice(0, STRING_LIMIT - text.length);
  }

  function string(piece: string, from: number): number {
    let at = from;
    let code = 0;
    for (; at < piece.length; at += 1) {
      code = piece.charCodeAt(at);
      if (code === QUOTE || code === BACKSLASH || code === LF || code === CR) break;
    }
    if (at > from) keep(piece.slice(from, at));
    if (at === piece.length) return at;
    if (code === BACKSLASH) {
      state = ESCAPE;
      unicode = "";
    } else if (code === QUOTE) {
      endString();
    } else if (isKey) {
      breakOff("a key is not closed");
    } else {
      newline(code, read + at);
      keep(code === LF ? "\n" : "\r");
    }
    return at + 1;
  }

  function endString(): void {
    const frame = stack.at(-1);
    if (isKey && frame !== undefined) {
      frame.key = detach(text);
      state = COLON;
    } else {
      give({
        value: detach(text),
        line: tokenLine,
        endLine: line,
        whole: true,
      });
    }
    text = "";
  }

  function escaped(piece: string, from: number): number {
    const char = piece.charAt(from);
    if (unicode === "" && char !== "u") {
      keep(ESCAPES[char] ?? char);
      state = STRING;
      return from + 1;
    }
    if (unicode !== "" && !/[0-9a-fA-F]/.test(char)) {
      keep(`\\${unicode}`);
      state = STRING;
      return from;
    }
    unicode += char;
    if (unicode.length === 5) {
      keep(String.fromCharCode(Number.parseInt(unicode.slice(1), 16)));
      state = STRING;
    }
    return from + 1;
  }

  function literal(piece: string, from: number): number {
    let at = from;
    while (at < piece.length && isLiteral(piece.charCodeAt(at))) at += 1;
    text += piece.slice(from, Math.min(at, from + 64));
    if (text.length > 64) {
      breakOff("a value that is no JSON");
      return at;
    }
    if (at < piece.length) endLiteral();
    return at;
  }

  function endLiteral(): void {
    const node = (value: JsonNode["value"]): JsonNode => ({
      value,
      line: tokenLine,
      endLine: line,
      whole: true,
    });
    const word = text;
    text = "";
    if (word === "true" || word === "false") give(node(word === "true"));
    else if (word === "null") give(node(null));
    else if (/^-?\d/.test(word) && Number.isFinite(Number(word))) give(node(Number(word)));
    else if (LENIENT.has(word)) {
      handler.damage(tokenLine, `${word} is no JSON value; read as null`);
      give(node(null));
    } else breakOff(`\`${word}\` is no JSON value`);
  }

  function structure(piece: string, from: number): number {
    let at = from;
    let code = piece.charCodeAt(at);
    while (isSpace(code)) {
      if (code === LF || code === CR) newline(code, read + at);
      at += 1;
      code = piece.charCodeAt(at);
    }
    return at === piece.length ? at : token(at, code);
  }

  function token(from: number, code: number): number {
    const frame = stack[stack.length - 1];
    if (frame === undefined) {
      state = OUTSIDE;
      return from;
    }
    const closer = frame.object ? 0x7d : 0x5d;
    if (state === VALUE) {
      if (code === QUOTE) startString(false);
      else if (code === 0x7b || code === 0x5b) open(code === 0x7b, pathOfValue(frame), line);
      else if (code === closer && !frame.object) closeAfter(frame);
      else if (isLiteral(code)) {
        tokenLine = line;
        text = "";
        state = LITERAL;
        return from;
      } else breakOff("a value is missing");
    } else if (state === KEY) {
      if (code === QUOTE) startString(true);
      else if (code === closer) closeAfter(frame);
      else breakOff("a key is missing");
    } else if (state === COLON) {
      if (code === 0x3a) state = VALUE;
      else breakOff("a colon is missing");
    } else if (code === 0x2c) {
      frame.dangling = true;
      state = frame.object ? KEY : VALUE;
    } else if (code === closer) {
      close(true);
    } else breakOff("a comma or the end of a list is missing");
    return from + 1;
  }

  function closeAfter(frame: Frame): void {
    if (frame.dangling) handler.damage(line, "a comma with nothing after it");
    close(true);
  }

  return {
    write(piece) {
      let at = 0;
      while (at < piece.length) {
        if (state === STRING) at = string(piece, at);
        else if (state === OUTSIDE) at = outside(piece, at);
        else if (state === LITERAL) at = literal(piece, at);
        else if (state === ESCAPE) at = escaped(piece, at);
        else at = structure(piece, at);
      }
      read += piece.length;
    },
    end() {
      if (state === OUTSIDE) {
        if (opener !== 0 || !lineIsBlank) handler.noise(opener !== 0 ? openerLine : line);
        return;
      }
      if (state === LITERAL) {
        // `tru` at the end of a file is the file's end, not a wrong word.
        if (/^(true|false|null|NaN|-?Infinity|-?\d[\d.eE+-]*)$/.test(text)) endLiteral();
        if (stack.length === 0) return;
      }
      breakOff("the file ends in the middle of the document");
    },
  };
}
