import type { Step } from "../job-story.ts";
import type { CurrentLine } from "../lines/line-scanner.ts";
import type { LogLine } from "../log-digest.ts";
import { type Growth, goesOn, growthOf, indentOf } from "./block-growth.ts";
import type { LineVerdict } from "./classify-line.ts";
import { type ErrorKind, STRENGTH } from "./error-sign.ts";

/** A block as it is gathered; what it is worth is only known at the end of the log. */
export interface FoundBlock {
  line: number;
  endLine: number;
  headline: LogLine;
  kind: ErrorKind;
  lines: LogLine[];
  /** Lines that stand before the block, and after it: up to as many as were asked for. */
  before: LogLine[];
  after: LogLine[];
  isNew: boolean | null;
  readonly step: Step;
  readonly forgiven: boolean;
  /** The line that names what failed, where the lines below may tell why; null for other blocks. */
  readonly named: string | null;
  /** They do. */
  explained: boolean;
}

/** Lines of a block that are kept. */
const BLOCK_LINES = 60;
/** Lines that a block may span. */
const BLOCK_SPAN = 5_000;
/** Lines that a block of little weight may span. */
const WORD_SPAN = 12;
/** Blank lines that a block bridges. */
const BLANKS = 1;
/** Lines of a traceback before its exception. */
const TRACEBACK_SPAN = 300;
/** Lines kept on either side of a block, unless more are asked for. */
const AROUND = 3;
const KEPT = 256;

/** Reasons of Gradle, Maven and node:test that only point at what was told before. */
const POINTS_BACK =
  /\b(?:There were failing tests|There are test failures|Compilation (?:failed|error)[;.] [Ss]ee)\b|^\s*'(?:test failed|\d+ subtests? failed)'$/;
/** `AssertionError [ERR_ASSERTION]: …`, `Error [ERR_X]: …`, `[TypeError: …]`. */
const REASON =
  /^\s*(?:Uncaught |\[)?(?:[\w$]{1,80}\.){0,8}[\w$]{0,80}(?:Error|Exception|Failure)(?: \[\w{1,80}\])?(?:: |:$)/;
/** `ValueError: x`, `pkg.errors.Timeout`: the line that ends a traceback, whatever it is called. */
const RAISED = /^\s*[A-Za-z_][\w.]*(?:: .*|:)?$/;
const TRACEBACK = /^\s*(?:\S+ )?Traceback \(most recent/;

export interface ErrorCollector {
  /**
   * A line, with what it says, if anything; `text` is cleaned. Returns true where the next line is wanted
   * whatever stands on it.
   */
  line(
    line: CurrentLine,
    text: string,
    verdict: LineVerdict | null,
    isNew: () => boolean | null,
    step: Step,
  ): boolean;
  /** Ends the block that is open: a step began or ended. */
  close(): void;
  add(block: FoundBlock): void;
  end(): readonly FoundBlock[];
}

/**
 * Gathers the stretches of a log that tell of errors; keeps a few hundred of the strongest and the latest. With more
 * than three lines `around` a block, those of little weight have surroundings too, and what follows a block is kept
 * also where it belongs to the next one.
 */
export function openErrorCollector(around: number = AROUND): ErrorCollector {
  const isWide = around > AROUND;
  let blocks: FoundBlock[] = [];
  let open: FoundBlock | null = null;
  let growth: Growth | null = null;
  let blanks = 0;
  /** In a traceback, before the exception that ends it. */
  let inTraceback = false;
  /** The block's head was a title; its text begins on the next line. */
  let title: LineVerdict["title"];

  /** Blocks that ended, while lines after them are still wanted. */
  let behind: FoundBlock[] = [];

  function follow(at: number, text: string): void {
    if (behind.length === 0) return;
    const line = { line: at, text };
    if (text !== "") for (const block of behind) block.after.push(line);
    behind = behind.filter(({ after, endLine }) => after.length < around && at < endLine + 2 * around);
  }

  function close(): void {
    if (open !== null && isWide) behind.push(open);
    else if (open !== null && STRENGTH[open.kind] > STRENGTH.word) behind = [open];
    open = null;
    growth = null;
    inTraceback = false;
    title = undefined;
  }

  function start(
    line: CurrentLine,
    text: string,
    verdict: LineVerdict,
    isNew: boolean | null,
    step: Step,
  ): void {
    const head = { line: line.number, text };
    const before: LogLine[] = [];
    if (isWide || STRENGTH[verdict.kind] > STRENGTH.word) {
      for (let back = around; back >= 1; back--) {
        const earlier = line.before(back);
        if (earlier !== null) before.push({ line: earlier.number, text: earlier.clean().text });
      }
    }
    open = {
      line: head.line,
      endLine: head.line,
      headline: head,
      kind: verdict.kind,
      lines: [head],
      before,
      after: [],
      isNew,
      step,
      forgiven: verdict.forgiven,
      named: verdict.title === "reason" ? text.trim() : null,
      explained: false,
    };
    inTraceback = TRACEBACK.test(text);
    growth = growthOf(text, verdict.paragraph);
    blanks = 0;
    title = verdict.title;
    blocks.push(open);
    if (blocks.length > KEPT * 4) blocks = thinned(blocks, open);
  }

  /** Whether the line belongs to the open block; if so it is added. */
  function grows(
    text: string,
    at: number,
    verdict: LineVerdict | null,
    isNew: () => boolean | null,
    step: Step,
  ): boolean {
    if (open === null || growth === null) return false;
    const light = STRENGTH[open.kind] <= STRENGTH.word;
    if (at - open.line > (light ? WORD_SPAN : BLOCK_SPAN)) return false;
    if (text === "") return ++blanks <= BLANKS;
    if (inTraceback && at - open.line > TRACEBACK_SPAN) return false;
    const joins = verdict !== null && joinable(open, verdict, isNew, step);
    const told = title === "next" || inTraceback || joins;
    if (!told && (verdict?.kind === "test" || !goesOn(text, growth, blanks > 0))) return false;
    blanks = 0;
    open.endLine = at;
    if (open.lines.length < BLOCK_LINES) open.lines.push({ line: at, text });
    const line = { line: at, text };
    if (title === "next" || (title === "detail" && indentOf(text) > growth.indent))
      beginAt(open, line, around);
    if (title === "reason" && REASON.test(text)) {
      open.headline = line;
      open.explained = true;
    }
    title = undefined;
    if (open.named !== null && POINTS_BACK.test(text)) open.explained = true;
    if (POINTS_BACK.test(text) && STRENGTH[open.kind] > STRENGTH.summary) open.kind = "summary";
    const endsTraceback = inTraceback && indentOf(text) <= growth.indent && RAISED.test(text);
    if (endsTraceback) inTraceback = false;
    const stronger =
      verdict !== null &&
      open.kind !== "test" &&
      verdict.kind !== "exception" &&
      STRENGTH[verdict.kind] > STRENGTH[open.kind];
    if (stronger) open.kind = verdict.kind;
    if (endsTraceback || stronger) {
      open.headline = line;
      open.isNew = isNew();
    }
    return true;
  }

  function joinable(
    block: FoundBlock,
    verdict: LineVerdict,
    isNew: () => boolean | null,
    step: Step,
  ): boolean {
    if (verdict.kind === "word" || block.step !== step) return false;
    if (block.kind === "consequence" && verdict.kind !== "consequence") return false;
    if (block.kind === "word" && STRENGTH[verdict.kind] > STRENGTH.word) return false;
    // What is known does not head a block of what is new.
    if (block.isNew === false && isNew() === true) return false;
    return blanks === 0 || verdict.kind === "exception";
  }

  return {
    line(line, text, verdict, isNew, step) {
      if (open !== null && grows(text, line.number, verdict, isNew, step)) {
        if (isWide) follow(line.number, text);
        return true;
      }
      close();
      follow(line.number, text);
      if (verdict === null) return behind.length > 0;
      start(line, text, verdict, isNew(), step);
      return true;
    },
    close() {
      close();
      // Wide surroundings go on past the step's end: what comes next is often what the runner says of it.
      if (!isWide) behind = [];
    },
    add(block) {
      blocks.push(block);
    },
    end: () => withoutRepeats(blocks),
  };
}

/** A runner names a failed test as it happens and again, with the reason, in its list at the end. */
function withoutRepeats(blocks: readonly FoundBlock[]): readonly FoundBlock[] {
  const explained = new Set<string | null>();
  for (const block of blocks) if (block.explained) explained.add(block.named);
  return blocks.filter((block) => block.named === null || block.explained || !explained.has(block.named));
}

/** Moves the beginning of a block past its title. */
function beginAt(block: FoundBlock, line: LogLine, around: number): void {
  block.before = [...block.before, ...block.lines.filter((earlier) => earlier.line < line.line)].slice(
    -around,
  );
  block.line = line.line;
  block.headline = line;
  block.lines = [line];
}

function thinned(blocks: readonly FoundBlock[], open: FoundBlock): FoundBlock[] {
  const kept = new Set(blocks.slice(-KEPT));
  const strong = [...blocks].sort((a, b) => weight(b) - weight(a) || a.line - b.line).slice(0, KEPT);
  for (const block of strong) kept.add(block);
  kept.add(open);
  return blocks.filter((block) => kept.has(block));
}

function weight(block: FoundBlock): number {
  return STRENGTH[block.kind] + (block.isNew === true ? 30 : block.isNew === false ? -60 : 0);
}
