import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeEdits } from "../../../knowledge/loosening/judge-edits.ts";
import type { LooseningKind } from "../../../knowledge/loosening/loosening.ts";
import { syntaxTrees } from "../../support/syntax-trees.ts";
import { readTestDiffs, type TestDiff } from "../../support/test-diffs.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");
/** What a quoted sentence can license. */
const LICENSABLE: readonly LooseningKind[] = ["expectation-changed", "snapshot-rewritten"];
/** The blind ones were written by somebody who had not seen the detector; the second after it was mended by the first, the third after the second. */
const folders = ["test-diffs", "test-diffs-blind", "test-diffs-blind-2", "test-diffs-blind-3"].map(
  (folder) => ({
    folder,
    diffs: readTestDiffs(join(fixtures, folder)),
  }),
);

describe.each(folders)("$folder", ({ diffs }) => {
  const loosening = diffs.filter(({ honest, licence }) => !honest && !licence);
  const licensable = diffs.filter(({ licence }) => licence);
  const honest = honestOf(diffs);

  test("holds edits of both kinds in every language", () => {
    const languages = [...new Set(diffs.map(({ language }) => language))];
    expect(languages.length).toBeGreaterThanOrEqual(4);
    for (const language of languages) {
      const of = (some: readonly TestDiff[]) => some.filter((diff) => diff.language === language).length;
      expect(of(diffs), language).toBeGreaterThanOrEqual(15);
      expect(of(honest), language).toBeGreaterThanOrEqual(5);
      expect(of(loosening), language).toBeGreaterThanOrEqual(5);
    }
  });

  test.each(loosening)("refuses $name", async ({ edits, kinds }) => {
    const found = await judge(edits);
    expect(found.some((kind) => !LICENSABLE.includes(kind))).toBe(true);
    if (kinds.length > 0) expect(found.some((kind) => kinds.includes(kind))).toBe(true);
  });

  test.each(licensable)("asks for a licence for $name, and for nothing else", async ({ edits }) => {
    const found = await judge(edits);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((kind) => !LICENSABLE.includes(kind))).toEqual([]);
  });

  test("accepts at least 95 of 100 honest edits", async () => {
    await expectAccepted(honest);
  });
});

describe("all folders together", () => {
  test("accept at least 95 of 100 honest edits", async () => {
    await expectAccepted(folders.flatMap(({ diffs }) => honestOf(diffs)));
  });
});

function honestOf(diffs: readonly TestDiff[]): TestDiff[] {
  return diffs.filter((diff) => diff.honest && !diff.licence);
}

async function expectAccepted(honest: readonly TestDiff[]): Promise<void> {
  const refused: string[] = [];
  for (const { name, edits } of honest) if ((await judge(edits)).length > 0) refused.push(name);
  expect(refused.length, refused.join(", ")).toBeLessThanOrEqual(honest.length * 0.05);
}

const judged = new Map<TestDiff["edits"], Promise<LooseningKind[]>>();

/** Each is judged once, whoever asks. */
function judge(edits: TestDiff["edits"]): Promise<LooseningKind[]> {
  const known =
    judged.get(edits) ?? judgeEdits(syntaxTrees, edits).then((found) => found.map(({ kind }) => kind));
  judged.set(edits, known);
  return known;
}
