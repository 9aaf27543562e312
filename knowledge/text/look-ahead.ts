import type { Encoding } from "./decode.ts";
import { decoderOf, detectEncoding } from "./decode.ts";

/** A file whose first bytes were read; `bytes` gives it whole, from the first byte, once. */
export interface LookedAhead {
  /** What was read, decoded. */
  readonly start: string;
  readonly encoding: Encoding;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads `limit` bytes (or fewer where there are fewer) and decodes them. Errors are those of `chunks`; one
 * that comes after the first bytes is thrown again where `bytes` gets there, so that what came before it is
 * read.
 */
export async function lookAhead(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<LookedAhead> {
  const source = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let size = 0;
  let stopped: { error: unknown } | "end" | null = null;
  while (size < limit && stopped === null) {
    try {
      const next = await source.next();
      if (next.done === true) stopped = "end";
      else {
        taken.push(next.value);
        size += next.value.length;
      }
    } catch (error) {
      if (size === 0) throw error;
      stopped = { error };
    }
  }
  const first = joined(taken, Math.min(size, limit));
  const encoding = detectEncoding(first);
  const decoder = decoderOf(encoding);
  const start = decoder.write(first) + (stopped === "end" ? decoder.end() : "");
  return { start, encoding, bytes: replay(taken, stopped, source) };
}

async function* replay(
  taken: Uint8Array[],
  stopped: { error: unknown } | "end" | null,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    while (taken.length > 0) yield taken.shift()!;
    if (stopped === "end") return;
    if (stopped !== null) throw stopped.error;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!.subarray(0, size);
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, size - at);
    all.set(part, at);
    at += part.length;
  }
  return all;
}
