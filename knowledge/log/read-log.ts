import { BUILD_WORDS, buildOutcome } from "./build-outcome.ts";
import {
  AFTERMATH,
  isConsequence,
  type LineVerdict,
  lineClassifier,
  OWN_WORDS,
} from "./errors/classify-line.ts";
import { openErrorCollector } from "./errors/error-collector.ts";
import { lastWords } from "./errors/last-words.ts";
import { isHearsay, isNoise } from "./errors/noise.ts";
import { isStrong, type RankedBlock, rankBlocks } from "./errors/rank-blocks.ts";
import { fingerprintOfBlock } from "./fingerprint.ts";
import { isCiTalk, isOutcome, type JobStory, openJobStory, STORY_WORDS } from "./job-story.ts";
import { type CurrentLine, openLineScanner, type ScannedLine } from "./lines/line-scanner.ts";
import { literalFinder } from "./lines/literal-finder.ts";
import type { PassingLines } from "./lines/passing.ts";
import { type ErrorBlock, LINE_LIMIT, type LogDigest, type LogFormat, type LogLine } from "./log-digest.ts";
import { openSightings } from "./sightings.ts";
import type { TestFramework } from "./tests/framework.ts";
import { openTally } from "./tests/test-tally.ts";

export interface LogReading {
  /** Lower-case literals whose lines are wanted as sightings. */
  readonly vocabulary: readonly string[];
  readonly frameworks: readonly TestFramework[];
  /** Lines of a passing log of the same job. */
  readonly passing?: PassingLines;
  /** Lines that are kept on either side of a block; three where none is given. */
  readonly around?: number;
}

export interface LogReader {
  write(chunk: Uint8Array): void;
  end(): LogDigest;
}

const TAIL = 40;
/** First lines that are always read: they tell which CI wrote the log. */
const HEAD = 60;

/**
 * Reads a CI log in one pass and bounded memory. Never throws, whatever the bytes; the digest does not
 * depend on how they were cut into chunks. Synchronous; the caller streams.
 */
export function readLog({ vocabulary, frameworks, passing, around }: LogReading): LogReader {
  const classifier = lineClassifier();
  const tally = openTally(frameworks);
  const words = {
    error: classifier.words,
    story: [...STORY_WORDS, ...BUILD_WORDS],
    vocabulary,
    cue: tally.cues,
  };
  const finder = literalFinder(Object.values(words).flat());
  const roles = rolesOf(finder.literals, words);
  const story = openJobStory();
  const errors = openErrorCollector(around);
  const sightings = openSightings();
  const known = passing?.some === true ? passing : null;
  const isNew = known === null ? null : (line: ScannedLine) => !known.has(line.hash());
  let lastStep = story.step;
  let wantedByTests = 0;
  /** What a build tool said last of how it went. */
  let built: { readonly outcome: "success" | "failure"; readonly line: number } | null = null;

  const scanner = openLineScanner(finder, (line) => read(line));

  function read(line: CurrentLine): number {
    const at = line.number;
    const { text, column, mark } = line.clean();
    let vocabularyWords: string[] | null = null;
    const errorWords: string[] = [];
    const cues: string[] = [];
    let storied = at <= HEAD;
    for (const hit of line.hits) {
      const role = roles[hit]!;
      const word = finder.literals[hit]!;
      if (role.error) errorWords.push(word);
      if (role.vocabulary) {
        vocabularyWords ??= [];
        vocabularyWords.push(word);
      }
      if (role.cue) cues.push(word);
      if (role.story) storied = true;
    }
    const failedBefore = story.failure;
    if (column !== null) story.column(column, at);
    if (mark !== null) story.mark(mark, at);
    if (storied) {
      story.line(text, at);
      const outcome = buildOutcome(text);
      if (outcome !== null) built = { outcome, line: at };
    }
    const ends = storied ? story.ends : null;
    if (story.step !== lastStep || ends !== null) errors.close();
    lastStep = story.step;

    let fresh: boolean | null | undefined;
    const freshness = () => {
      fresh ??= isNew === null ? null : isNew(line);
      return fresh;
    };
    if (vocabularyWords !== null && !story.echoing && !isHearsay(text)) {
      const words = text.length < LINE_LIMIT ? vocabularyWords : standing(text, vocabularyWords);
      if (words.length > 0) sightings.add({ line: at, text, isNew: freshness(), step: story.step, words });
    }
    if (cues.length > 0 || at <= wantedByTests)
      wantedByTests = Math.max(wantedByTests, at + tally.line(text, at, cues));
    if (story.echoing) return wantedByTests;

    if (story.failure !== failedBefore) {
      const block = lastWords(line, story.step, isNew, isIdle, around);
      if (block !== null) errors.add(block);
    }
    const verdict = storied && isOutcome(text) ? null : verdictOn(text, ends, errorWords);
    const wantsNext = errors.line(line, text, verdict, freshness, story.step);
    return wantsNext ? Math.max(wantedByTests, at + 1) : wantedByTests;
  }

  function verdictOn(
    text: string,
    ends: JobStory["ends"],
    errorWords: readonly string[],
  ): LineVerdict | null {
    if (ends !== null) return ends === "says why" ? OWN_WORDS : AFTERMATH;
    return errorWords.length > 0 ? classifier.classify(text, errorWords) : null;
  }

  /** Whether a log that does not say so is one of a job that passed. */
  function isGreen(
    format: LogFormat,
    unmarked: boolean,
    noExit: boolean,
    ranked: readonly RankedBlock[],
  ): boolean {
    if (unmarked) return !ranked.some(isStrong);
    if (format !== "plain" || !noExit || built?.outcome !== "success") return false;
    const { line } = built;
    return !ranked.some((one) => one.block.endLine > line && isStrong(one));
  }

  return {
    write: scanner.write,
    end() {
      const lineCount = scanner.end();
      const tail: LogLine[] = scanner
        .last(TAIL)
        .map((line) => ({ line: line.number, text: line.clean().text }));
      const failure = story.failure;
      const { format, ending, outcome, exit, unmarked } = story.end(tail.map((line) => line.text));
      const ranked = rankBlocks(errors.end(), failure, lineCount);
      const blocks: ErrorBlock[] = ranked.map(({ block, score, inFailingStep }) => ({
        line: block.line,
        endLine: block.endLine,
        headline: block.headline,
        lines: block.lines,
        before: block.before,
        after: block.after,
        isNew: block.isNew,
        inFailingStep,
        score,
      }));
      return {
        format,
        lineCount,
        errors: blocks,
        sightings: sightings.end(failure),
        tests: tally.end(),
        tail,
        ending,
        outcome: outcome ?? (isGreen(format, unmarked, exit === null, ranked) ? "success" : null),
        exit,
        failingStep: failure?.step.name ?? null,
        fingerprint: ranked[0] === undefined ? null : fingerprintOfBlock(ranked[0].block),
      };
    },
  };
}

/** The words that stand on the part of a long line that is kept. */
function standing(text: string, words: readonly string[]): string[] {
  const folded = text.toLowerCase();
  return words.filter((word) => folded.includes(word));
}

/** `=== Task finished ===`, `-----`, `+-----+`: a frame around nothing. */
const BANNER = /^[\s=*#+_|-]{3,}(?:[^=*#+_|-].{0,80}?[=*#+_|-]{3,})?\s*$/;

/** How long it took is never why it failed. */
const TOOK = /^(?:\[INFO\] )?(?:Total time|Finished at|Elapsed|real|user|sys)\b[:\s]/;

/** Lines that a step may print last without saying why it failed. */
function isIdle(text: string): boolean {
  return isNoise(text) || isConsequence(text) || isCiTalk(text) || TOOK.test(text) || BANNER.test(text);
}

type Roles = Readonly<Record<"error" | "story" | "vocabulary" | "cue", boolean>>;

function rolesOf(literals: readonly string[], words: Record<keyof Roles, readonly string[]>): Roles[] {
  const sets = {
    error: new Set(words.error),
    story: new Set(words.story),
    vocabulary: new Set(words.vocabulary),
    cue: new Set(words.cue),
  };
  return literals.map((literal) => ({
    error: sets.error.has(literal),
    story: sets.story.has(literal),
    vocabulary: sets.vocabulary.has(literal),
    cue: sets.cue.has(literal),
  }));
}
