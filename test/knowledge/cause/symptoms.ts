import { RULES } from "../../../knowledge/cause/rules/index.ts";
import type { Symptoms, TestTotals } from "../../../knowledge/cause/symptoms.ts";
import { vocabulary } from "../../../knowledge/cause/vocabulary.ts";
import type { ErrorBlock, LogLine, Sighting } from "../../../knowledge/log/log-digest.ts";

interface Told extends Partial<Omit<Symptoms, "errors" | "tests">> {
  /** Lines of the log by line number. */
  readonly lines?: Readonly<Record<number, string>>;
  /** First and last line of each error block, best first. */
  readonly blocks?: readonly (readonly [number, number])[];
  readonly tests?: Partial<TestTotals> | null;
  /** Lines that a passing log has too; giving it means that a passing log was read. */
  readonly known?: readonly number[];
  /** Lines that stand outside the failing step. */
  readonly outside?: readonly number[];
  /** Lines that stand after the failure or in the cleaning up. */
  readonly post?: readonly number[];
}

const WORDS = vocabulary(RULES);

/** Symptoms of a failed log, from its lines and from where its errors stand. */
export function symptoms({
  lines = {},
  blocks = [],
  tests = null,
  known,
  outside = [],
  post = [],
  ...rest
}: Told): Symptoms {
  const all: LogLine[] = Object.entries(lines).map(([line, text]) => ({ line: Number(line), text }));
  const isNew = (line: number): boolean | null => (known === undefined ? null : !known.includes(line));
  const errors = blocks.map(([line, endLine], rank): ErrorBlock => {
    const held = all.filter((at) => at.line >= line && at.line <= endLine);
    return {
      line,
      endLine,
      headline: held[0]!,
      lines: held,
      isNew: isNew(line),
      inFailingStep: !outside.includes(line),
      score: 10 - rank,
    };
  });
  const sightings = all.flatMap((at): Sighting[] => {
    const words = WORDS.filter((word) => at.text.toLowerCase().includes(word));
    return words.length === 0
      ? []
      : [
          {
            ...at,
            words,
            isNew: isNew(at.line),
            inFailingStep: !outside.includes(at.line),
            post: post.includes(at.line),
          },
        ];
  });
  return {
    from: "log",
    errors,
    sightings,
    tests:
      tests === null
        ? null
        : { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0, failedNames: [], ...tests },
    tail: all.slice(-40),
    ending: "complete",
    outcome: "failure",
    exit: null,
    failingStep: null,
    doubt: null,
    fingerprint: null,
    fingerprints: new Map(),
    ...rest,
  };
}
