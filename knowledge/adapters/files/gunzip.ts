import { createGunzip } from "node:zlib";

/** Compressed bytes handed to zlib at once: what a broken file can lose. */
const PIECE = 65_536;
const OUTPUT = 1_048_576;

/**
 * Decompresses gzip (concatenated members too) as it comes. A file that ends early or is damaged gives what
 * could be decompressed, then throws zlib's error. One piece of output is in memory at a time.
 */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: OUTPUT });
  let failure: Error | null = null;
  let ended = false;
  let wake = (): void => {};
  const nudge = (): void => wake();
  stream.on("readable", nudge);
  stream.on("end", () => {
    ended = true;
    wake();
  });
  stream.on("error", (error) => {
    failure = error;
    wake();
  });

  async function* drain(done: () => boolean): AsyncGenerator<Uint8Array> {
    for (;;) {
      const waiting = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const piece = stream.read() as Buffer | null;
      if (piece !== null) yield piece;
      else if (failure !== null) throw failure;
      else if (done()) return;
      else await waiting;
    }
  }

  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        let taken = false;
        stream.write(chunk.subarray(at, at + PIECE), () => {
          taken = true;
          wake();
        });
        yield* drain(() => taken);
      }
    }
    // Only now: an end in the middle of a member is an error, and by now everything before it was handed on.
    stream.end();
    yield* drain(() => ended);
  } finally {
    stream.destroy();
  }
}
