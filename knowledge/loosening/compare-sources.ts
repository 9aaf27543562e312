import type { Loosening } from "./loosening.ts";
import type { TestFile } from "./test-model.ts";

/** What leaves a part of some values out. */
const NARROWS = /\b(filter|slice|islice|take|limit|subList|head)\b|if_clause|\bslice\(/g;

/**
 * Functions that give the values over which tests loop, and that give fewer now: none at all, or a part. In a file
 * without tests any function may be one. `before` and `after` are all files of an edit.
 */
export function compareSources(before: readonly TestFile[], after: readonly TestFile[]): Loosening[] {
  const looped = new Set(
    before.flatMap(({ tests }) =>
      tests.flatMap(({ assertions }) =>
        assertions.flatMap(({ guards }) =>
          guards.filter((guard) => guard.startsWith("for each of ")).flatMap(wordsOf),
        ),
      ),
    ),
  );
  const findings: Loosening[] = [];
  for (const was of before) {
    const is = after.find(({ path }) => path === was.path);
    for (const [name, from] of was.functions) {
      const to = is?.functions.get(name);
      if (to === undefined || to.body === from.body || !(looped.has(name) || was.tests.length === 0))
        continue;
      const narrowed = count(to.body) > count(from.body) || (isEmpty(to.body) && !isEmpty(from.body));
      if (!narrowed) continue;
      findings.push({
        kind: "assertion-unreachable",
        path: was.path,
        side: "after",
        line: to.line,
        text: to.text,
        why: "it gives tests fewer values than before",
        test: null,
        was: null,
        is: null,
      });
    }
  }
  return findings;
}

function wordsOf(guard: string): string[] {
  return guard.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

function count(body: string): number {
  return (body.match(NARROWS) ?? []).length;
}

function isEmpty(body: string): boolean {
  return /^\[\]$|(return|yield\() ?\[\]/.test(body);
}
