import type { Step } from "./job-story.ts";
import type { Sighting } from "./log-digest.ts";

/** First and last lines that are kept of each word. */
const EDGE = 16;

interface Seen {
  readonly line: number;
  readonly text: string;
  readonly isNew: boolean | null;
  readonly step: Step;
  readonly words: readonly string[];
}

export interface SightingBook {
  add(seen: Seen): void;
  /** In order of line, each line once. */
  end(failure: { readonly step: Step; readonly line: number } | null): Sighting[];
}

/** Keeps, for each word, the first and the last lines on which it stood. */
export function openSightings(): SightingBook {
  const first = new Map<string, Seen[]>();
  const last = new Map<string, { readonly ring: Seen[]; next: number }>();
  return {
    add(seen) {
      for (const word of seen.words) {
        const early = first.get(word);
        if (early === undefined) {
          first.set(word, [seen]);
        } else if (early.length < EDGE) {
          early.push(seen);
        } else {
          const late = last.get(word);
          if (late === undefined) last.set(word, { ring: [seen], next: 1 });
          else {
            late.ring[late.next % EDGE] = seen;
            late.next++;
          }
        }
      }
    },
    end(failure) {
      const all = new Set<Seen>();
      for (const early of first.values()) for (const seen of early) all.add(seen);
      for (const late of last.values()) for (const seen of late.ring) all.add(seen);
      return [...all]
        .sort((a, b) => a.line - b.line)
        .map(({ step, ...seen }) => ({
          ...seen,
          post: step.post || (failure !== null && seen.line > failure.line),
          inFailingStep: failure === null || (step === failure.step && seen.line <= failure.line),
        }));
    },
  };
}
