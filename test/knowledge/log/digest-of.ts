import { readPassing } from "../../../knowledge/log/lines/passing.ts";
import type { LogDigest } from "../../../knowledge/log/log-digest.ts";
import { type LogReading, readLog } from "../../../knowledge/log/read-log.ts";

interface Options extends Partial<Omit<LogReading, "passing">> {
  readonly passing?: string | Uint8Array;
  /** Bytes a chunk. */
  readonly chunk?: number;
}

/** Reads a whole log, in one chunk or in many. */
export function digestOf(log: string | Uint8Array, options: Options = {}): LogDigest {
  const { passing, chunk, around, vocabulary = [], frameworks = [] } = options;
  const reader = readLog({
    vocabulary,
    frameworks,
    ...(around === undefined ? {} : { around }),
    ...(passing === undefined ? {} : { passing: passingOf(passing, chunk) }),
  });
  for (const piece of pieces(log, chunk)) reader.write(piece);
  return reader.end();
}

/** The line that a reader is sent to first. */
export function firstError(log: string, options: Options = {}): string | null {
  return digestOf(log, options).errors[0]?.headline.text ?? null;
}

/** Lines of a raw GitHub Actions log: each with its stamp. */
export function github(...lines: readonly string[]): string {
  return lines
    .map((line, at) => `2024-05-06T07:08:${String(at % 60).padStart(2, "0")}.1234567Z ${line}\n`)
    .join("");
}

export function passingOf(log: string | Uint8Array, chunk?: number) {
  const reader = readPassing();
  for (const piece of pieces(log, chunk)) reader.write(piece);
  return reader.end();
}

function* pieces(log: string | Uint8Array, chunk = Number.POSITIVE_INFINITY): Iterable<Uint8Array> {
  const bytes = typeof log === "string" ? Buffer.from(log) : log;
  if (chunk >= bytes.length) yield bytes;
  else for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
}
