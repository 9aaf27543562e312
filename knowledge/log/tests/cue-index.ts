/** Which of many literals stand on a line, looked up by their first two characters. */
export interface CueIndex {
  readonly cues: readonly string[];
  /** Calls `found` with the index in {@link CueIndex.cues} of each cue that stands in the text, at least once. */
  find(text: string, found: (cue: number) => void): void;
}

const CELLS = 1 << 12;

/** Builds the index. Cues are lower case and of two characters or more; repetitions are dropped. */
export function cueIndex(words: Iterable<string>): CueIndex {
  const cues = [...new Set(words)].sort();
  const cells = new Map<number, number[]>();
  cues.forEach((cue, index) => {
    const cell = cellOf(cue.charCodeAt(0), cue.charCodeAt(1));
    cells.set(cell, [...(cells.get(cell) ?? []), index]);
  });
  const isUsed = new Uint8Array(CELLS);
  for (const cell of cells.keys()) isUsed[cell] = 1;

  return {
    cues,
    find(text, found) {
      const low = text.toLowerCase();
      for (let at = 0; at + 1 < low.length; at++) {
        const cell = cellOf(low.charCodeAt(at), low.charCodeAt(at + 1));
        if (isUsed[cell] === 0) continue;
        for (const cue of cells.get(cell)!) if (low.startsWith(cues[cue]!, at)) found(cue);
      }
    },
  };
}

function cellOf(first: number, second: number): number {
  return ((first & 63) << 6) | (second & 63);
}
