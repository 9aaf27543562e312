import { explainTelling, type Telling } from "./tellings.ts";

/**
 * The list of failures at the end of a Mocha run:
 *
 *       1) Suite                       1) Suite nested title:
 *            nested                         Error: …
 *              title:
 *          Error: …                    (before Mocha 4: on one line)
 *
 * The titles are joined by a space, as Mocha's `--grep` sees them.
 */
export interface NumberedFailures {
  /** Expects `count` failures from now on. */
  expect(count: number): number;
  /** One line; returns how many more lines are needed. */
  offer(text: string, at: number): number;
}

/** Lines that one failure may take before the list is taken for cut. */
const REACH = 1_000;

/** Opens the reader of such lists; each failure is handed to `tell` when its title is complete. */
export function openNumberedFailures(tell: (name: string, line: number) => Telling): NumberedFailures {
  let expected = 0;
  let next = 1;
  let titles: string[] | null = null;
  let indent = 0;
  let line = 0;
  let waiting: Telling | null = null;

  const finish = (): void => {
    if (titles === null) return;
    waiting = tell(titles.join(" ").replace(/:$/, ""), line);
    titles = null;
  };

  return {
    expect(count) {
      expected = count;
      next = 1;
      titles = null;
      waiting = null;
      return REACH;
    },
    offer(text, at) {
      if (next > expected && titles === null && waiting === null) return 0;
      const body = text.trimStart();
      if (titles !== null) {
        const deeper = text.length - body.length >= indent + 5;
        if (body !== "" && deeper && titles.length < 30) {
          titles.push(body.trimEnd());
          return REACH;
        }
        finish();
      }
      if (body.startsWith(`${next}) `) && next <= expected) {
        titles = [body.slice(`${next}) `.length).trim()];
        indent = text.length - body.length;
        line = at;
        waiting = null;
        next += 1;
        return REACH;
      }
      if (waiting !== null && body !== "") {
        explainTelling(waiting, body);
        waiting = null;
      }
      return next > expected && waiting === null ? 0 : REACH;
    },
  };
}
