import { AssayError } from "../errors.ts";
import type { Decoder, Encoding } from "../text/decode.ts";
import { decoderOf } from "../text/decode.ts";
import { lookAhead } from "../text/look-ahead.ts";
import { HEAD_LIMIT, headOf } from "./head.ts";
import type { Head, ReportReader } from "./reader.ts";
import type { ReportDigest } from "./report-digest.ts";
import { summarise } from "./summarise.ts";
import type { TestCase } from "./test-case.ts";

/** Below this bid a file is a log. */
const LEAST_BID = 0.01;

/** A file whose beginning was looked at; `bytes` gives it whole, from the first byte, once. */
export interface Peeked {
  readonly head: Head;
  readonly encoding: Encoding;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads as far as sniffing needs: {@link HEAD_LIMIT} characters in any encoding. Errors as {@link lookAhead}. */
export async function peek(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const { start, encoding, bytes } = await lookAhead(chunks, HEAD_LIMIT * 4);
  return { head: headOf(name, start), encoding, bytes };
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
