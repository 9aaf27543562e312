import type { EvidenceSink, ReportNote, ReportReader, RunInfo } from "./reader.ts";
import type { ReportDigest } from "./report-digest.ts";
import { FAILED_NAMES_KEPT, FAILURES_KEPT, NOTES_KEPT } from "./report-digest.ts";
import { countTest, noTests } from "./shared/running-counts.ts";
import { type Failure, fullTestName, type TestCase } from "./test-case.ts";

/** A sink that keeps a digest and passes every test on to `onTest`. Memory is bounded by the digest's limits. */
export function summarise(
  reader: Pick<ReportReader, "format" | "title">,
  onTest: (test: TestCase) => void = () => {},
): EvidenceSink & { digest(): ReportDigest } {
  const totals = noTests();
  let notRun = 0;
  const failures: TestCase[] = [];
  const flakyTests: TestCase[] = [];
  const outsideTests: Failure[] = [];
  const failedNames: string[] = [];
  const notes: ReportNote[] = [];
  const perKind = new Map<ReportNote["kind"], number>();
  let run: RunInfo | undefined;
  return {
    test(test) {
      countTest(totals, test);
      if (test.notRun) notRun += 1;
      if (test.outcome === "failed" || test.outcome === "errored") {
        if (failures.length < FAILURES_KEPT) failures.push(test);
        if (failedNames.length < FAILED_NAMES_KEPT) failedNames.push(fullTestName(test));
      } else if (test.flaky && flakyTests.length < FAILURES_KEPT) flakyTests.push(test);
      onTest(test);
    },
    note(note, failure) {
      if (failure !== undefined && outsideTests.length < NOTES_KEPT) outsideTests.push(failure);
      const seen = (perKind.get(note.kind) ?? 0) + 1;
      perKind.set(note.kind, seen);
      if (seen <= NOTES_KEPT) notes.push(note);
    },
    run(info) {
      run ??= info;
    },
    digest() {
      const bad = totals.failed + totals.errored;
      const has = (kind: ReportNote["kind"]): boolean => perKind.has(kind);
      const dropped = [...perKind].flatMap(([kind, seen]): ReportNote[] =>
        seen > NOTES_KEPT ? [{ kind, message: `${seen - NOTES_KEPT} more notes of this kind` }] : [],
      );
      const hollow = totals.passed === notRun && bad === 0;
      const empty: ReportNote[] =
        hollow && !has("not-a-report") && !has("unreadable")
          ? [
              {
                kind: "info",
                message: totals.total === 0 ? "no test in the report" : "no test was carried out",
              },
            ]
          : [];
      const doubtful =
        hollow || has("repaired") || has("unreadable") || has("inconsistent") || has("not-a-report");
      return {
        format: reader.format,
        title: reader.title,
        totals: { ...totals },
        failures: [...failures],
        flakyTests: [...flakyTests],
        outsideTests: [...outsideTests],
        failedNames: [...failedNames],
        notes: [...notes, ...dropped, ...empty],
        ...(run === undefined ? {} : { run }),
        verdict: bad > 0 || has("suite-error") ? "failed" : doubtful ? "undetermined" : "passed",
      };
    },
  };
}
