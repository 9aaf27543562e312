import { explainTelling, type Telling } from "./tellings.ts";

/** Waits for the line that explains a failure told just now. */
export interface NextLineMessage {
  /** Returns how many lines the reader has to ask for. */
  await(telling: Telling): number;
  /** Takes the first line that is not blank; returns how many more lines are needed. */
  offer(text: string): number;
}

const LINES = 3;

/** The message of a failure stands on the next line that is not blank, at most {@link LINES} below. */
export function openNextLineMessage(): NextLineMessage {
  let waiting: Telling | null = null;
  let left = 0;
  return {
    await(telling) {
      waiting = telling;
      left = LINES;
      return left;
    },
    offer(text) {
      if (waiting === null) return 0;
      explainTelling(waiting, text);
      left -= 1;
      if (waiting.message !== undefined || left === 0) waiting = null;
      return waiting === null ? 0 : left;
    },
  };
}
