import { RULES } from "../cause/rules/index.ts";
import type { Context } from "../cause/symptoms.ts";
import { symptomsOfLog } from "../cause/symptoms-of-log.ts";
import { symptomsOfReport } from "../cause/symptoms-of-report.ts";
import { AssayError } from "../errors.ts";
import type { ReportNote } from "../evidence/reader.ts";
import type { PassingLines } from "../log/lines/passing.ts";
import type { Source, Sources } from "../ports/sources.ts";
import { readPassingLog, readSource } from "./read-source.ts";

/** What the files that others are compared with hold, read before them. */
export interface Comparison {
  readonly passing: { readonly lines: PassingLines | null; readonly notes: readonly ReportNote[] } | null;
  readonly base: Context["base"];
}

interface References {
  readonly passing?: string | undefined;
  readonly base?: string | undefined;
}

/** Reads them once. Errors: those of the sources; `archive_refused` for an archive that holds nothing. */
export async function readComparison(
  sources: Sources,
  { passing, base }: References,
  vocabulary: readonly string[],
): Promise<Comparison> {
  return {
    passing: passing === undefined ? null : await firstOf(sources, passing, readPassingLog),
    base:
      base === undefined ? undefined : await firstOf(sources, base, (source) => shown(source, vocabulary)),
  };
}

async function shown(source: Source, vocabulary: readonly string[]): Promise<NonNullable<Context["base"]>> {
  const read = await readSource(source, { vocabulary });
  const symptoms = read.kind === "log" ? symptomsOfLog(read.digest) : symptomsOfReport(read.digest, RULES);
  const headline = symptoms.errors[0]?.headline.text;
  return {
    fingerprint: symptoms.fingerprint,
    failedNames: symptoms.tests?.failedNames ?? [],
    fingerprints: symptoms.fingerprints,
    ...(headline === undefined ? {} : { headline }),
  };
}

/** An archive stands for its first file. */
async function firstOf<T>(
  sources: Sources,
  reference: string,
  read: (source: Source) => Promise<T>,
): Promise<T> {
  // Awaited here, because leaving the loop closes the source.
  for await (const source of sources.open(reference)) return await read(source);
  throw new AssayError("archive_refused", { file: reference, reason: "it holds no file" });
}
