import { AssayError } from "../errors.ts";
import { peek, readReport, sniff } from "../evidence/read-report.ts";
import type { ReportNote } from "../evidence/reader.ts";
import { READERS } from "../evidence/readers/index.ts";
import type { ReportDigest } from "../evidence/report-digest.ts";
import { summarise } from "../evidence/summarise.ts";
import type { TestCase } from "../evidence/test-case.ts";
import { FRAMEWORKS } from "../log/frameworks/index.ts";
import { type PassingLines, readPassing } from "../log/lines/passing.ts";
import type { LogDigest } from "../log/log-digest.ts";
import { readLog } from "../log/read-log.ts";
import type { Source } from "../ports/sources.ts";
import { decoderOf } from "../text/decode.ts";

/** What one source turned out to be. */
export type ReadSource =
  | { readonly kind: "report"; readonly digest: ReportDigest }
  | {
      readonly kind: "log";
      readonly digest: LogDigest;
      readonly notes: readonly ReportNote[];
    };

export interface ReadOptions {
  /** Literals that the log scanner looks for. */
  readonly vocabulary: readonly string[];
  readonly passing?: PassingLines;
  /** Gets every test of a report. */
  readonly onTest?: (test: TestCase) => void;
}

/**
 * Reads a source once, front to back: a report if a reader wants it, else a log. A source that fails half way
 * gives what came, with a `repaired` note. Errors: those of the source before its first byte.
 */
export async function readSource(source: Source, options: ReadOptions): Promise<ReadSource> {
  const peeked = await peek(source.name, source.chunks());
  const reader = sniff(peeked.head, READERS);
  if (peeked.encoding === "binary") return { kind: "report", digest: notText(source.name) };
  if (reader !== null)
    return {
      kind: "report",
      digest: await readReport(peeked, reader, options.onTest),
    };
  const { vocabulary, passing } = options;
  const log = readLog({
    vocabulary,
    frameworks: FRAMEWORKS,
    ...(passing === undefined ? {} : { passing }),
  });
  const notes = await pour(asUtf8(peeked.bytes, peeked.encoding), (chunk) => log.write(chunk));
  return { kind: "log", digest: log.end(), notes };
}

/**
 * The masked lines of a passing log; null, with a note, where the file is none to compare with. Errors: those
 * of the source before its first byte.
 */
export async function readPassingLog(
  source: Source,
): Promise<{ lines: PassingLines | null; notes: readonly ReportNote[] }> {
  const peeked = await peek(source.name, source.chunks());
  if (peeked.encoding === "binary" || sniff(peeked.head, READERS) !== null) {
    return { lines: null, notes: [notCompared(`${source.name} is no log`)] };
  }
  const reader = readPassing();
  const notes = await pour(asUtf8(peeked.bytes, peeked.encoding), (chunk) => reader.write(chunk));
  const lines = reader.end();
  return lines.some
    ? { lines, notes }
    : { lines: null, notes: [...notes, notCompared(`${source.name} is empty`)] };
}

function notCompared(why: string): ReportNote {
  return { kind: "info", message: `${why}: nothing was compared with it` };
}

async function pour(
  bytes: AsyncIterable<Uint8Array>,
  write: (chunk: Uint8Array) => void,
): Promise<ReportNote[]> {
  try {
    for await (const chunk of bytes) write(chunk);
    return [];
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return [{ kind: "repaired", message: `read as far as it goes: ${error.message}` }];
  }
}

/** Logs are scanned as bytes of UTF-8; what a shell wrote in UTF-16 or UTF-32 is re-encoded on the way. */
function asUtf8(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
  return /^utf-(16|32)/.test(encoding) ? reencoded(bytes, encoding) : bytes;
}

async function* reencoded(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = decoderOf(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of bytes) yield encoder.encode(decoder.write(chunk));
  yield encoder.encode(decoder.end());
}

/** Pictures, traces and other files of an artifact archive: named, and passed over. */
function notText(name: string): ReportDigest {
  const sink = summarise({ format: "binary", title: "binary file" });
  sink.note({ kind: "not-a-report", message: `${name} is a binary file, neither a log nor a report` });
  return sink.digest();
}
