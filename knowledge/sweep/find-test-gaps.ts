import { scopeFolder } from "../record/record-path.ts";
import { type AreaRules, areaOf, isProductFile, isTestFile } from "./areas-of.ts";
import type { Found } from "./finding.ts";
import { saidYes } from "./job-results.ts";
import type { MergedFiles, ObservedRepository } from "./observed.ts";
import { counted } from "./say-numbers.ts";

/** Changes of an area before anything is said of it. */
const FEWEST = 2;
const NAMED = 5;

type GapSources = Pick<ObservedRepository, "merged" | "begun" | "runs" | "tests">;

/**
 * Areas that merged changes of the week touched while nothing is known to have tested them. Two kinds of evidence, told
 * apart: no workflow ran at the commits that these changes made, though others had runs; or no test file came with any
 * of them, and no test, job or step that is known has to do with the area by its name or scope. Nothing is said where
 * it is not known what was merged. Pure.
 */
export function findTestGaps(observed: GapSources, rules: AreaRules): readonly Found[] {
  const { changes } = observed.merged;
  const touched = changes.flatMap((change) => {
    const areas = new Set(
      change.files.filter((path) => isProductFile(path, rules)).map((path) => areaOf(path, rules)),
    );
    return [...areas].flatMap((area) => (area === null ? [] : [{ area, change }]));
  });
  const byArea = Map.groupBy(touched, ({ area }) => area);
  return [...byArea]
    .map(([area, all]) => ({ area, changes: all.map(({ change }) => change) }))
    .filter((one) => one.changes.length >= FEWEST)
    .sort((a, b) => b.changes.length - a.changes.length || (a.area < b.area ? -1 : 1))
    .flatMap((one) => withoutRun(one, observed) ?? withoutTest(one, observed, rules) ?? []);
}

interface TouchedArea {
  readonly area: string;
  readonly changes: readonly MergedFiles[];
}

/** A later run would hold the changes of an earlier one; only where none came after them at all is it a gap. */
function withoutRun({ area, changes }: TouchedArea, { begun, merged }: GapSources): Found | null {
  const ran = new Map<string, string>();
  for (const { commit, conclusion, createdAt } of begun)
    if (saidYes(conclusion) !== null) ran.set(commit, createdAt);
  const hasRun = ({ commit }: MergedFiles) => commit !== null && ran.has(commit);
  const others = merged.changes.filter((change) => !changes.includes(change) && hasRun(change));
  if (changes.some(hasRun) || changes.some(({ commit }) => commit === null) || others.length < FEWEST)
    return null;
  return gap(area, changes, {
    says: `Area ${area}: no workflow ran at any of the ${changes.length} commits by which it changed.`,
    evidence: [
      `${counted(others.length, "other merged change")} of the week had a run that passed or failed: a filter of paths may leave this area out.`,
      "A later run of the whole branch would have tested it as well; whether one did is not told by its commit.",
    ],
    confidence: "medium",
  });
}

function withoutTest(
  { area, changes }: TouchedArea,
  { runs, tests }: GapSources,
  rules: AreaRules,
): Found | null {
  const files = changes.flatMap((change) => change.files);
  const words = new Set(wordsOf(area));
  // An area whose name says nothing cannot be told from others by names.
  const speaksOf = (name: string) => words.size === 0 || wordsOf(name).some((word) => words.has(word));
  const hasTest = files.some(
    (path) => isTestFile(path, rules) && (areaOf(path, rules) === area || speaksOf(path)),
  );
  const names = runs.flatMap(({ attempts }) =>
    attempts.flatMap(({ jobs }) =>
      jobs.flatMap(({ name, steps }) => [name, ...steps.map((one) => one.name)]),
    ),
  );
  const isKnown = tests.scopes.includes(scopeFolder(area)) || names.some(speaksOf);
  // A change of one line needs no new test; many changes without any do.
  if (hasTest || isKnown || changes.length <= FEWEST) return null;
  return gap(area, changes, {
    says: `Area ${area}: ${counted(changes.length, "change")} came in without a test of it that is known.`,
    evidence: [
      "No test file of the area, or with its name, was touched by any of them.",
      `No job or step of the week has its name, and no test of it stands out in ${counted(tests.runs, "learned run")}.`,
      "Tests with other names may cover it: what a test executes was not measured.",
    ],
    confidence: "low",
  });
}

function gap(
  area: string,
  changes: readonly MergedFiles[],
  told: Pick<Found, "says" | "evidence" | "confidence">,
): Found {
  const numbers = changes.slice(0, NAMED).map(({ number }) => number);
  const more = changes.length - numbers.length;
  return {
    kind: "test-gap",
    subject: { area },
    ...told,
    evidence: [
      ...told.evidence,
      `Changes ${numbers.join(", ")}${more > 0 ? ` and ${more} more` : ""}, by their merge to the default branch.`,
    ],
    samples: changes.length,
    rate: null,
    minutes: 0,
    reruns: 0,
    cost: "what it lets through is not known, so no minutes are counted",
    links: [],
    trend: [],
  };
}

/** Words of a name in small letters; what stands in nearly every path says nothing. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !COMMON.has(word));
}

const COMMON: ReadonlySet<string> = new Set([
  "src",
  "lib",
  "test",
  "tests",
  "spec",
  "main",
  "packages",
  "apps",
  "run",
]);
