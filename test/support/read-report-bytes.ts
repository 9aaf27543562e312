import { peek, readReport, sniff } from "../../knowledge/evidence/read-report.ts";
import { READERS } from "../../knowledge/evidence/readers/index.ts";
import type { ReportDigest } from "../../knowledge/evidence/report-digest.ts";
import type { TestCase } from "../../knowledge/evidence/test-case.ts";

export interface WholeReport {
  readonly digest: ReportDigest;
  readonly tests: readonly TestCase[];
}

/** A report as `assay explain` reads it, cut into pieces of `size` bytes; null where the file is taken for a log. */
export async function readReportBytes(
  name: string,
  bytes: Uint8Array | string,
  size = 65_536,
): Promise<WholeReport | null> {
  const data = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
  }
  const peeked = await peek(name, pieces());
  const reader = sniff(peeked.head, READERS);
  if (reader === null) return null;
  const tests: TestCase[] = [];
  const digest = await readReport(peeked, reader, (test) => tests.push(test));
  return { digest, tests };
}
