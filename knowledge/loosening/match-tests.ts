import { similarity } from "./compare-subjects.ts";
import { claimText } from "./match-assertions.ts";
import type { TestCase } from "./test-model.ts";

export interface MatchedTests {
  readonly pairs: readonly { readonly before: TestCase; readonly after: TestCase }[];
  readonly gone: readonly TestCase[];
  readonly added: readonly TestCase[];
}

/**
 * Finds for each test the one that it became: of the same name in the same file, else the one that claims most of
 * the same, else one alike in name and body. Renamed and moved tests are found so.
 */
export function matchTests(before: readonly TestCase[], after: readonly TestCase[]): MatchedTests {
  const pairs: { before: TestCase; after: TestCase }[] = [];
  const free = new Set(after);
  const open = new Set(before);
  const take = (was: TestCase, is: TestCase) => {
    pairs.push({ before: was, after: is });
    free.delete(is);
    open.delete(was);
  };
  takeNamed(({ role, path, name }) => `${role}\n${path}\n${name}`);
  takeNamed(({ role, name }) => `${role}\n${name}`);
  if (open.size * free.size > MOST_PAIRS) return { pairs, gone: [...open], added: [...free] };
  const candidates = [...open].flatMap((was) =>
    [...free].flatMap((is) => {
      if (was.role !== is.role) return [];
      const score = likelihood(was, is);
      return score === 0 ? [] : [{ was, is, score }];
    }),
  );
  candidates.sort((one, other) => other.score - one.score);
  for (const { was, is } of candidates) if (open.has(was) && free.has(is)) take(was, is);
  return { pairs, gone: [...open], added: [...free] };

  function takeNamed(keyOf: (test: TestCase) => string): void {
    const named = new Map<string, TestCase[]>();
    for (const test of free) named.set(keyOf(test), [...(named.get(keyOf(test)) ?? []), test]);
    for (const was of [...open]) {
      const same = (named.get(keyOf(was)) ?? []).filter((test) => free.has(test));
      const is = same.find(({ body }) => body === was.body) ?? same[0];
      if (is !== undefined) take(was, is);
    }
  }
}

/** Beyond this many pairs nothing is looked for: what is gone is told as gone. */
const MOST_PAIRS = 40_000;

/** Zero where one is hardly what the other became. */
function likelihood(before: TestCase, after: TestCase): number {
  const shared = sharedClaims(before, after);
  const share = before.assertions.length === 0 ? 0 : shared / before.assertions.length;
  if (share >= 0.5)
    return 1 + share + (before.name === after.name ? 1 : 0) + similarity(before.name, after.name) / 2;
  const body = before.body === after.body ? 1 : similarity(before.body, after.body);
  const name = similarity(lastPart(before.name), lastPart(after.name));
  if (before.assertions.length === 0) return body >= 0.6 ? body : 0;
  if (name === 1 && body >= 0.3) return 0.9;
  return body >= 0.5 && name + body >= 0.8 ? (body + name) / 2 : 0;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(" › ") + 1);
}

function sharedClaims(before: TestCase, after: TestCase): number {
  const left = after.assertions.map(claimText);
  let shared = 0;
  for (const assertion of before.assertions) {
    const at = left.indexOf(claimText(assertion));
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return shared;
}
