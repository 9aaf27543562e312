import type { SyntaxTrees } from "../ports/syntax-trees.ts";
import { compareConstants } from "./compare-constants.ts";
import { compareEqualities } from "./compare-equalities.ts";
import { compareRefusals } from "./compare-refusals.ts";
import { compareReplacements } from "./compare-replacements.ts";
import { compareSelections } from "./compare-selections.ts";
import { compareSnapshots, isSnapshotFile } from "./compare-snapshots.ts";
import { compareSources } from "./compare-sources.ts";
import { compareSwitches } from "./compare-switches.ts";
import { compareTests } from "./compare-tests.ts";
import type { Loosening, TestEdit } from "./loosening.ts";
import { readSide, type Unread } from "./read-edit.ts";
import type { TestFile } from "./test-model.ts";

/**
 * Finds every place where edited test files prove less than before, in the order of the files and their lines.
 *
 * What cannot be judged is a finding too (`unreadable`): a language that is not covered, or text that is not of its
 * language. `expectation-changed` and `snapshot-rewritten` carry the values, for a caller that accepts a changed
 * expectation by licence; every other kind is a loosening. Errors: syntax_unavailable.
 */
export async function judgeEdits(
  trees: SyntaxTrees,
  edits: readonly TestEdit[],
): Promise<readonly Loosening[]> {
  const findings: Loosening[] = [];
  const before: TestFile[] = [];
  const after: TestFile[] = [];
  for (const edit of edits) {
    if (edit.before === edit.after) continue;
    if (isSnapshotFile(edit.path)) {
      findings.push(...compareSnapshots(edit));
      continue;
    }
    const was = edit.before === null ? null : await readSide(trees, edit.path, edit.before);
    const is = edit.after === null ? null : await readSide(trees, edit.path, edit.after);
    if (is !== null && "unread" in is) findings.push(unreadable(is, "after", edit.after));
    else if (was !== null && "unread" in was) findings.push(unreadable(was, "before", edit.before));
    else {
      if (was !== null) before.push(was);
      if (is !== null) after.push(is);
      if (was !== null && is !== null)
        findings.push(
          ...compareReplacements(was, is),
          ...compareConstants(was, is),
          ...compareSwitches(was, is),
        );
    }
  }
  findings.push(
    ...compareTests(before, after),
    ...compareSources(before, after),
    ...compareSelections(before, after),
    ...compareRefusals(before, after),
    ...compareEqualities(before, after),
  );
  return inOrder(findings, edits);
}

function unreadable(
  { path, unread, line }: Unread,
  side: "before" | "after",
  text: string | null,
): Loosening {
  const shown = (text?.split("\n")[line - 1] ?? "").trim().slice(0, 200);
  return { kind: "unreadable", path, side, line, text: shown, why: unread, test: null, was: null, is: null };
}

/** One finding a place: a line that several tests share shows itself once. */
function inOrder(findings: readonly Loosening[], edits: readonly TestEdit[]): Loosening[] {
  const order = new Map(edits.map(({ path }, index) => [path, index]));
  const seen = new Map<string, Loosening>();
  for (const finding of findings) {
    const { kind, path, side, line, was, is } = finding;
    const key = JSON.stringify([kind, path, side, line, was, is]);
    if (!seen.has(key)) seen.set(key, finding);
  }
  return [...seen.values()].sort(
    (one, other) => (order.get(one.path) ?? 0) - (order.get(other.path) ?? 0) || one.line - other.line,
  );
}
