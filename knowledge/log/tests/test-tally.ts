import type { LogTests } from "../log-digest.ts";
import { withoutProcessName } from "./build-prefix.ts";
import { cueIndex } from "./cue-index.ts";
import type { FrameworkReader, FrameworkResult, TestFramework } from "./framework.ts";
import { addCounts, NO_TESTS } from "./test-counts.ts";

/** What the test frameworks in one log have to say, gathered in one pass. */
export interface TestTally {
  /**
   * Lower-case literals of all frameworks, each once. A line has to be passed on when it holds one of them
   * (ASCII case ignored) or was asked for; other lines may be, at no gain.
   */
  readonly cues: readonly string[];
  /**
   * One cleaned line, `at` 1-based and rising. Returns how many of the lines that follow have to be passed
   * on whatever they hold: 0 = only those with a cue. A later answer never shortens an earlier one, so the
   * caller keeps `wantedUntil = max(wantedUntil, at + answer)`. `cues` are the cues that stand on the line,
   * from a caller that has looked for them already. Never throws.
   */
  line(text: string, at: number, cues?: readonly string[]): number;
  /** Null where no framework spoke. To be called once. */
  end(): LogTests | null;
}

interface Seat {
  readonly framework: TestFramework;
  readonly reader: FrameworkReader;
  /** The reader has to see the lines up to this one. */
  wantedUntil: number;
}

/**
 * Opens a tally over one log. The results of all frameworks are added up, except that one whose output
 * stands inside another's ({@link TestFramework.embeds}) is silent where the other speaks. A suite that the
 * log shows twice (two modules, two configurations, a script that runs it again) counts twice: only the
 * person knows whether the second run replaces the first. The order of `frameworks` decides nothing but the
 * order in which equal lines are named.
 */
export function openTally(frameworks: readonly TestFramework[]): TestTally {
  const seats: Seat[] = frameworks.map((framework) => ({
    framework,
    reader: framework.open(),
    wantedUntil: 0,
  }));
  const index = cueIndex(frameworks.flatMap((framework) => framework.cues));
  const seatsByWord = new Map<string, Set<Seat>>(index.cues.map((cue) => [cue, new Set()]));
  for (const seat of seats) for (const cue of seat.framework.cues) seatsByWord.get(cue)!.add(seat);

  const wake = (woken: Iterable<Seat>, at: number): void => {
    for (const seat of woken) seat.wantedUntil = Math.max(seat.wantedUntil, at);
  };

  return {
    cues: index.cues,
    line(printed, at, cues) {
      const text = withoutProcessName(printed);
      if (cues === undefined) index.find(text, (cue) => wake(seatsByWord.get(index.cues[cue]!)!, at));
      else for (const cue of cues) wake(seatsByWord.get(cue) ?? [], at);
      let wantedUntil = at;
      for (const seat of seats) {
        if (at > seat.wantedUntil) continue;
        seat.wantedUntil = Math.max(seat.wantedUntil, at + (seat.reader.line(text, at) ?? 0));
        wantedUntil = Math.max(wantedUntil, seat.wantedUntil);
      }
      return wantedUntil - at;
    },
    end: () =>
      mergeResults(
        seats.map(({ framework, reader }) => ({
          framework,
          result: reader.end(),
        })),
      ),
  };
}

/** What each framework of a log said, made one. Independent of the order of `spoken`. */
function mergeResults(
  spoken: readonly {
    readonly framework: TestFramework;
    readonly result: FrameworkResult | null;
  }[],
): LogTests | null {
  const speaking = spoken.flatMap(({ framework, result }) =>
    result === null ? [] : [{ framework, result }],
  );
  const embedded = new Set(
    speaking.filter(({ result }) => result.total > 0).flatMap(({ framework }) => framework.embeds ?? []),
  );
  const heard = speaking
    .filter(({ framework }) => !embedded.has(framework.framework))
    .sort((a, b) => (a.framework.framework < b.framework.framework ? -1 : 1));
  if (heard.length === 0) return null;
  return {
    frameworks: heard.map(({ framework }) => framework.framework),
    ...heard.map(({ result }) => counts(result)).reduce(addCounts, NO_TESTS),
    failedTests: heard.flatMap(({ result }) => result.failedTests).sort((a, b) => a.line - b.line),
  };
}

function counts({ total, passed, failed, errored, skipped, flaky }: FrameworkResult) {
  return { total, passed, failed, errored, skipped, flaky };
}
