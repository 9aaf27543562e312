import { AssayError } from "../errors.ts";
import { peek, readReport, sniff } from "../evidence/read-report.ts";
import { READERS } from "../evidence/readers/index.ts";
import type { ReportDigest } from "../evidence/report-digest.ts";
import type { TestCase } from "../evidence/test-case.ts";
import type { Deps } from "../ports/deps.ts";
import type { Source } from "../ports/sources.ts";

/** What is kept of a digest: the failures are the observer's. */
export type ReportWords = Omit<ReportDigest, "failures" | "flakyTests" | "failedNames">;

/**
 * Reads the reports behind one reference, each once. Other files of an archive are passed over, and named. Errors:
 * those of the sources; report_expected where there is no report at all.
 */
export async function readReports(
  { sources, messages }: Pick<Deps, "sources" | "messages">,
  reference: string,
  onTest: (test: TestCase) => void,
): Promise<ReportWords[]> {
  const found: ReportWords[] = [];
  const others: string[] = [];
  for await (const source of sources.open(reference)) {
    const report = await readOne(source, onTest);
    if (report === null) others.push(source.name);
    else found.push(report);
  }
  if (found.length === 0) throw new AssayError("report_expected", { file: reference });
  if (others.length > 0) messages.tell({ kind: "note", text: `no report, passed over: ${named(others)}` });
  return found;
}

/** Null for a log, and for a file that is known to be something else. */
async function readOne(source: Source, onTest: (test: TestCase) => void): Promise<ReportWords | null> {
  const peeked = await peek(source.name, source.chunks());
  const reader = peeked.encoding === "binary" ? null : sniff(peeked.head, READERS);
  if (reader === null) return null;
  const digest = await readReport(peeked, reader, onTest);
  const { failures: _failures, flakyTests: _flaky, failedNames: _names, ...told } = digest;
  return told.notes.some(({ kind }) => kind === "not-a-report") ? null : told;
}

const MOST_NAMED = 3;

function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
