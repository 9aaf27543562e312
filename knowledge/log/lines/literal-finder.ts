/**
 * Many literals looked for at once in the bytes of a line, ASCII case ignored.
 *
 * Each literal is anchored at its rarest four bytes. A table of 2^20 cells, indexed by five bits of each of
 * four neighbouring bytes, says which anchors can end at a byte; where one can, its literals are compared
 * byte for byte. The control bytes that end a line have a code of their own and are marked in the same
 * table. So a log costs one look-up a byte whatever the number of literals, and no look-up waits for the
 * one before it, as it would in an automaton.
 */
export interface LiteralFinder {
  readonly literals: readonly string[];
  /**
   * Reads from `from` to the first line feed or carriage return, or to `to`; returns where it stopped.
   * Calls `found` with the index of each literal passed over, once for each place where it stands, and with
   * {@link SPLIT} where an escape sequence may stand in the middle of a literal: then the line must be looked
   * at again without its escape sequences.
   */
  find(bytes: Uint8Array, from: number, to: number, found: (literal: number) => void): number;
}

/** Told in place of a literal. */
export const SPLIT = -1;

const LF = 10;
const CR = 13;
const ESC = 27;
const ANCHOR = 4;
const BITS = 5;
const TOP = BITS * (ANCHOR - 1);
const CELLS = 1 << (BITS * ANCHOR);
/** Marks a cell that ends in a control byte; groups of literals are numbered from one above. */
const CONTROL = 1;
/** Bytes of log text, commonest first: what an anchor should avoid. */
const COMMON = "e0ta1-i ./orns2:ldc3p_m45hu6gb789f";

/** How common each byte is; 0 for the rarest. */
const COST = new Uint8Array(256);
for (let rank = 0; rank < COMMON.length; rank++) COST[COMMON.charCodeAt(rank)] = COMMON.length - rank;
/** Words that stand on very many lines of a log; four bytes of them make a poor anchor. */
const FREQUENT =
  " the build builds building built source resources example examples project projects package packages version test tests testing running module modules worker workspace working target download downloading downloaded downloads install installing installed compile compiling repository generated error errors failed failure failures warning info debug http https://repo.maven apache.org java python node_modules github home runner work jenkins container server number found file files from with for and object message output started process job step command config report reports main class classes method string value path line lines ";
const FREQUENT_COST = 100;
/** Of four equal bytes: they draw lines across every log. */
const RULE_COST = 1_000;
/** Groups are numbered in the sixteen bits of a mark. */
const CELLS_AT_MOST = 1 << 16;

/** Five bits of each byte: case is folded, 0 is kept for the three control bytes. */
const CODE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === LF || byte === CR || byte === ESC ? 0 : byte & 31 || 31,
);

const isFrequent = new Uint8Array(CELLS);
{
  let cell = 0;
  for (let at = 0; at < FREQUENT.length; at++) {
    cell = (cell >>> BITS) | (CODE[FREQUENT.charCodeAt(at)]! << TOP);
    if (at >= ANCHOR - 1) isFrequent[cell] = 1;
  }
}

/** Builds the finder. Literals are lower case; empty ones and repetitions are dropped. */
export function literalFinder(words: Iterable<string>): LiteralFinder {
  const literals = [...new Set(words)].filter((word) => word !== "");
  // Built at every start of a command, so: flat arrays, and no object a literal.
  const text = new TextEncoder().encode(literals.join(""));
  const textFrom = new Int32Array(literals.length + 1);
  for (let literal = 0; literal < literals.length; literal++) {
    textFrom[literal + 1] = textFrom[literal]! + Buffer.byteLength(literals[literal]!);
  }
  const marks = new Uint16Array(CELLS);
  marks.fill(CONTROL, 0, 1 << TOP);
  /** The last member of each group, and before each member the one that joined before it. */
  const lastOf = new Int32Array(CELLS_AT_MOST);
  const joinedBefore: number[] = [];
  const memberOf: number[] = [];
  let groupCount = 0;
  /** From the last byte of the anchor back to the first of the literal. */
  const backs = new Int32Array(literals.length);
  for (let literal = 0; literal < literals.length; literal++) {
    const start = textFrom[literal]!;
    const end = textFrom[literal + 1]!;
    const anchor = rarest(text, start, end);
    const stop = Math.min(end, anchor + ANCHOR);
    backs[literal] = stop - 1 - start;
    let cell = 0;
    for (let at = anchor; at < stop; at++) cell = (cell >>> BITS) | (CODE[text[at]!]! << TOP);
    // A literal shorter than an anchor can end in many cells.
    const cells = 1 << (BITS * (ANCHOR - (stop - anchor)));
    /** Cells that held the same literals so far go on sharing a group. */
    const joined = cells === 1 ? null : new Map<number, number>();
    for (let before = 0; before < cells; before++) {
      const mark = marks[cell | before]!;
      let group = joined?.get(mark);
      if (group === undefined) {
        group = groupCount++;
        joined?.set(mark, group);
        memberOf.push(literal);
        joinedBefore.push(mark > CONTROL ? lastOf[mark - CONTROL - 1]! : -1);
        lastOf[group] = memberOf.length - 1;
      }
      marks[cell | before] = group + CONTROL + 1;
    }
  }
  // Flat, so that a comparison touches few lines of cache.
  const flat: number[] = [];
  const groupFrom = new Int32Array(groupCount + 1);
  /** Codes that may stand before and after the anchors of a group, a bit each. */
  const befores = new Int32Array(groupCount);
  const afters = new Int32Array(groupCount);
  for (let group = 0; group < groupCount; group++) {
    groupFrom[group] = flat.length;
    for (let entry = lastOf[group]!; entry >= 0; entry = joinedBefore[entry]!) {
      const literal = memberOf[entry]!;
      flat.push(literal);
      const stop = textFrom[literal]! + backs[literal]! + 1;
      const before = stop - ANCHOR - 1;
      befores[group]! |= before < textFrom[literal]! ? -1 : 1 << CODE[text[before]!]!;
      afters[group]! |=
        stop < textFrom[literal + 1]! ? 1 << CODE[text[stop]!]! : afterLast(text, textFrom[literal]!, stop);
    }
  }
  groupFrom[groupCount] = flat.length;
  const members = Int32Array.from(flat);

  function compare(
    group: number,
    bytes: Uint8Array,
    at: number,
    from: number,
    to: number,
    escapeFrom: number,
    afterEscape: number,
    found: (literal: number) => void,
  ): void {
    const last = groupFrom[group + 1]!;
    for (let member = groupFrom[group]!; member < last; member++) {
      const literal = members[member]!;
      let byte = at - backs[literal]!;
      let letter = textFrom[literal]!;
      const end = textFrom[literal + 1]!;
      // What stands before an escape sequence is not where it would be; the part behind it is, and one byte
      // before it is looked at.
      const crosses = byte < afterEscape;
      if (crosses) {
        letter += afterEscape - byte;
        byte = afterEscape;
        if (escapeFrom <= from || folded(bytes[escapeFrom - 1]!) !== text[letter - 1]) continue;
      }
      if (byte < from || byte + end - letter > to) continue;
      while (letter < end && folded(bytes[byte]!) === text[letter]) {
        byte++;
        letter++;
      }
      if (letter === end) found(crosses ? SPLIT : literal);
      else if (bytes[byte] === ESC && byte > at) found(SPLIT);
    }
  }

  return {
    literals,
    find(bytes, from, to, found) {
      // The byte before the first and after the last are read: see `befores`; what they hold does not matter,
      // since a comparison looks at `from` and `to`.
      const table = marks;
      const code = CODE;
      let cell = 1;
      let before = 1;
      let escapeFrom = -1;
      let afterEscape = -1;
      for (let at = from; at < to; at++) {
        // Nothing is called in here, so that the tables stay in registers.
        let mark = 0;
        for (; at < to; at++) {
          before = cell;
          cell = (cell >>> BITS) | (code[bytes[at]!]! << TOP);
          mark = table[cell]!;
          if (mark !== 0) break;
        }
        if (mark === 0) break;
        if (mark === CONTROL) {
          if (bytes[at] !== ESC) return at;
          if (at !== afterEscape) escapeFrom = at;
          at = escapeEnd(bytes, at, to);
          afterEscape = at + 1;
          cell = before;
          continue;
        }
        const group = mark - CONTROL - 1;
        const next = bytes[at + 1]!;
        if (
          (((befores[group]! >>> code[bytes[at - ANCHOR]!]!) & 1) !== 0 || at - ANCHOR < afterEscape) &&
          (((afters[group]! >>> code[next]!) & 1) !== 0 || next === ESC || at + 1 === to)
        ) {
          compare(group, bytes, at, from, to, escapeFrom, afterEscape, found);
        }
      }
      return to;
    },
  };
}

/** The last byte of the escape sequence that begins at `at`; of other than CSI sequences only the first byte. */
function escapeEnd(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at + 1] !== 91) return at;
  let end = at + 2;
  while (end < to && bytes[end]! >= 32 && bytes[end]! < 64) end++;
  return end < to && bytes[end]! >= 64 ? end : end - 1;
}

/**
 * Codes that may stand after a literal: any. A row of one byte is looked for only where the row ends, once
 * and not at each of its bytes.
 */
function afterLast(text: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) if (text[at] !== text[start]) return -1;
  return end - start < ANCHOR ? -1 : ~(1 << CODE[text[start]!]!);
}

function folded(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Where the rarest four bytes of a literal begin; its own beginning where it is shorter. */
function rarest(text: Uint8Array, start: number, end: number): number {
  let best = start;
  let bestCost = Number.POSITIVE_INFINITY;
  let cost = 0;
  let run = 0;
  let cell = 0;
  for (let at = start; at < end; at++) {
    cost += COST[text[at]!]!;
    cell = (cell >>> BITS) | (CODE[text[at]!]! << TOP);
    run = at > start && CODE[text[at]!] === CODE[text[at - 1]!] ? run + 1 : 1;
    const from = at - ANCHOR + 1;
    if (from < start) continue;
    // The last of equals: a row of dashes is then compared only where it is long enough.
    let ruled = run >= ANCHOR ? RULE_COST : cost;
    if (isFrequent[cell] !== 0) ruled += FREQUENT_COST;
    if (ruled <= bestCost) {
      best = from;
      bestCost = ruled;
    }
    cost -= COST[text[from]!]!;
  }
  return best;
}
