import { AssayError } from "../errors.ts";
import type { Decoder, Encoding } from "./decode.ts";
import { decoderOf, detectEncoding } from "./decode.ts";
import { HEAD_LIMIT, headOf } from "./head.ts";
import type { Head, ReportReader } from "./reader.ts";
import type { ReportDigest } from "./report-digest.ts";
import { summarise } from "./summarise.ts";
import type { TestCase } from "./test-case.ts";

/** Bytes that are looked at before anything is decided: {@link HEAD_LIMIT} characters in any encoding. */
const PEEK_BYTES = HEAD_LIMIT * 4;
/** Below this bid a file is a log. */
const LEAST_BID = 0.01;

/** A file whose beginning was looked at; `bytes` gives it whole, from the first byte, once. */
export interface Peeked {
  readonly head: Head;
  readonly encoding: Encoding;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads as far as sniffing needs. Errors are those of `chunks`; one that comes after the first bytes is
 * thrown again where `bytes` gets there, so that what came before it is read.
 */
export async function peek(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const source = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let size = 0;
  let stopped: { error: unknown } | "end" | null = null;
  while (size < PEEK_BYTES && stopped === null) {
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
  const start = joined(taken, Math.min(size, PEEK_BYTES));
  const encoding = detectEncoding(start);
  const decoder = decoderOf(encoding);
  const text = decoder.write(start) + (stopped === "end" ? decoder.end() : "");
  return {
    head: headOf(name, text),
    encoding,
    bytes: replay(taken, stopped, source),
  };
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

/** The reader that bids highest for the head, or null: then the file is a log. Of equal bids the first name wins. */
export function sniff(head: Head, readers: readonly ReportReader[]): ReportReader | null {
  let best: ReportReader | null = null;
  let bid = LEAST_BID;
  for (const reader of readers) {
    const offered = reader.sniff(head);
    if (offered > bid || (offered === bid && best !== null && reader.format < best.format)) {
      best = reader;
      bid = offered;
    }
  }
  return best;
}

/**
 * Reads a whole report into its digest; `onTest` gets every test in the order in which the reader gives them.
 * A source that fails half way (`source_unreadable`, `archive_refused`) gives what came, with a `repaired` note.
 */
export async function readReport(
  peeked: Peeked,
  reader: ReportReader,
  onTest?: (test: TestCase) => void,
): Promise<ReportDigest> {
  const sink = summarise(reader, onTest);
  const parser = reader.open(sink, peeked.head);
  const decoder = decoderOf(peeked.encoding);
  const write = skippingLeading(peeked.head, (text) => {
    parser.write(text);
  });
  await feed(peeked.bytes, decoder, write, (error) => {
    sink.note({
      kind: "repaired",
      message: `read as far as it goes: ${error.message}`,
    });
  });
  if ((peeked.head.leading ?? 0) > 0 && /\S/.test(peeked.head.text.slice(0, peeked.head.leading))) {
    sink.note({
      kind: "repaired",
      line: 1,
      message: "text before the document is passed over",
    });
  }
  parser.end();
  return sink.digest();
}

async function feed(
  bytes: AsyncIterable<Uint8Array>,
  decoder: Decoder,
  write: (text: string) => void,
  failed: (error: AssayError) => void,
): Promise<void> {
  try {
    for await (const chunk of bytes) write(decoder.write(chunk));
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    failed(error);
  }
  write(decoder.end());
}

/** XML must begin the text that its parser sees: what stands before it is given as its line ends only. */
function skippingLeading(head: Head, write: (text: string) => void): (text: string) => void {
  let left = head.leading ?? 0;
  return (text) => {
    if (text === "") return;
    if (left === 0) {
      write(text);
      return;
    }
    const cut = text.slice(0, left);
    left -= cut.length;
    const lines = cut.replace(/[^\r\n]+/g, "");
    write(lines + text.slice(cut.length));
  };
}
