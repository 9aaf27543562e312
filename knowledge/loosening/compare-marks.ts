import type { LooseningKind } from "./loosening.ts";
import type { Assertion, Mark, MarkKind, TestCase } from "./test-model.ts";

/** A mark that makes a test prove less than before, or one that is missed. */
export interface MarkFinding {
  readonly kind: LooseningKind;
  readonly side: "before" | "after";
  readonly mark: Mark;
  readonly why: string;
}

/** Compares how a test is run; `before` is empty for a test that is new. */
export function compareMarks(before: Pick<TestCase, "marks"> | null, after: TestCase): MarkFinding[] {
  const was = before?.marks ?? [];
  return [
    ...added(was, after.marks, "skip", "test-skipped", "the test is not run, or not always"),
    ...added(was, after.marks, "focus", "test-focused", "the other tests are not run"),
    ...added(was, after.marks, "expected-failure", "test-skipped", "the test passes when it fails"),
    ...compareRetries(was, after.marks),
    ...compareDurations(was, after.marks, before === null),
    ...compareCounts(was, after),
    ...compareExamples(was, after.marks, before === null),
  ];
}

function added(
  was: readonly Mark[],
  is: readonly Mark[],
  kind: MarkKind,
  finding: LooseningKind,
  why: string,
): MarkFinding[] {
  const [before, after] = [was, is].map((marks) => marks.filter((mark) => mark.kind === kind));
  const fresh = (after ?? []).filter(({ text }) => !before?.some((mark) => mark.text === text));
  const more = (after?.length ?? 0) - (before?.length ?? 0);
  // A condition that was changed can leave out more than before.
  const conditional = fresh.filter(({ text }) => /if|unless|assume|build|\bOn[A-Z]|Only/i.test(text));
  const told =
    more > 0 ? (fresh.length > 0 ? fresh : (after ?? []).slice(-more)) : kind === "skip" ? conditional : [];
  return told.map((mark) => ({ kind: finding, side: "after", mark, why }));
}

function compareRetries(was: readonly Mark[], is: readonly Mark[]): MarkFinding[] {
  const most = (marks: readonly Mark[]) =>
    Math.max(0, ...marks.filter(({ kind }) => kind === "retries").map(({ value }) => value ?? 1));
  const limit = most(was);
  return is
    .filter(({ kind, value }) => kind === "retries" && (value ?? 1) > limit)
    .map((mark) => ({
      kind: "retries-raised",
      side: "after",
      mark,
      why: "the test may fail more often before it counts",
    }));
}

/** What the frameworks allow where nothing is told, in milliseconds. */
const USUAL_TIMEOUT = 5000;
const USUAL_SEARCH = 1000;

function compareDurations(was: readonly Mark[], is: readonly Mark[], isNew: boolean): MarkFinding[] {
  const timed = (marks: readonly Mark[]) => marks.filter(({ kind }) => kind === "timeout" || kind === "wait");
  const free = timed(was);
  const findings: MarkFinding[] = [];
  const longestFirst = timed(is).toSorted(
    (one, other) => (other.value ?? Infinity) - (one.value ?? Infinity),
  );
  for (const mark of longestFirst) {
    const covers = (other: Mark) =>
      mark.value === null ? other.text === mark.text : other.value !== null && other.value >= mark.value;
    const found = free.findLastIndex((other) => other.text === mark.text && covers(other));
    const index = found >= 0 ? found : free.findIndex(covers);
    if (index >= 0) free.splice(index, 1);
    else if (!isNew && (mark.value === null ? !mark.bound : mark.value > allowance(mark, free)))
      findings.push({ kind: "timeout-raised", side: "after", mark, why: "it may take longer than before" });
  }
  // A bound that only the test set: without it there is none.
  const bounds = (marks: readonly Mark[]) => marks.filter(({ kind, bound }) => kind === "timeout" && bound);
  const lost = bounds(was).length - bounds(is).length;
  if (!isNew && lost > 0)
    findings.push(
      ...bounds(was)
        .slice(-lost)
        .map(
          (mark): MarkFinding => ({
            kind: "timeout-raised",
            side: "before",
            mark,
            why: "the limit of its time is gone",
          }),
        ),
    );
  return findings;
}

function allowance(mark: Mark, before: readonly Mark[]): number {
  if (mark.kind === "wait") return 0;
  if (mark.bound) return before.some(({ bound }) => bound) ? 0 : Infinity;
  if (before.some(({ kind }) => kind === "timeout")) return 0;
  return /(^|screen\.|await )(waitFor|find(All)?By)\w*\(/.test(mark.text) ? USUAL_SEARCH : USUAL_TIMEOUT;
}

/** What property tests draw where nothing is told. */
const USUAL_EXAMPLES = 100;

function compareExamples(was: readonly Mark[], is: readonly Mark[], isNew: boolean): MarkFinding[] {
  const drawn = (marks: readonly Mark[]) => marks.filter(({ kind }) => kind === "examples");
  const least = Math.min(USUAL_EXAMPLES, ...drawn(was).map(({ value }) => value ?? USUAL_EXAMPLES));
  return drawn(is)
    .filter(({ value }) => !isNew && value !== null && value < least)
    .map((mark) => ({ kind: "assertion-weakened", side: "after", mark, why: "fewer examples are drawn" }));
}

/** `expect.assertions(3)`: without it, or lowered, an assertion that is not reached goes unseen. */
function compareCounts(was: readonly Mark[], after: TestCase): MarkFinding[] {
  const counted = (marks: readonly Mark[]) => marks.filter(({ kind }) => kind === "claims-counted");
  const [mark] = counted(was);
  if (mark === undefined) return [];
  const left = counted(after.marks);
  if (left.length === 0) {
    const always = ({ guards }: Assertion) => guards.length === 0;
    if (after.assertions.length > 0 && after.assertions.every(always)) return [];
    return [
      {
        kind: "assertion-weakened",
        side: "before",
        mark,
        why: "the count of assertions is no longer checked",
      },
    ];
  }
  const most = (marks: readonly Mark[]) => Math.max(...marks.map(({ value }) => value ?? 1));
  const [now] = left;
  if (now === undefined || most(left) >= most(counted(was))) return [];
  return [
    { kind: "assertion-weakened", side: "after", mark: now, why: "fewer assertions are counted than before" },
  ];
}
