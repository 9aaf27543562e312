/** Bytes of one line that are kept and searched; the rest of a longer line is skipped over. */
export const LINE_BYTES = 8_192;
/** How far back lines stay in the window, counted in bytes that were kept: at least sixty lines. */
export const BACK_BYTES = 512 * 1024;
const PIECE = 64 * 1024;
const WINDOW = 4 * 1024 * 1024;

export interface LineSink {
  /**
   * Returns the first line feed or carriage return in `from`..`to`, or `to`. Always begins at the start of
   * a line; is asked again, from there, when a line goes on in the next chunk.
   */
  seek(bytes: Uint8Array, from: number, to: number): number;
  /** A line without its end. `base` is the offset of `bytes[0]` in the stream of what was kept. */
  line(bytes: Buffer, base: number, from: number, to: number): void;
}

export interface LineCutter {
  write(chunk: Uint8Array): void;
  /** Ends the last line; returns how many lines there were. */
  end(): number;
}

/**
 * Cuts bytes into lines. Universal newlines: `\n`, `\r\n` and a lone `\r` each end a line (a progress bar is
 * many lines, as editors and annotators count them). How the bytes were cut into chunks makes no
 * difference. Memory is one window of fixed size; the {@link BACK_BYTES} before a line are still in it.
 */
export function openLineCutter(sink: LineSink): LineCutter {
  const bytes = Buffer.allocUnsafeSlow(WINDOW);
  let base = 0;
  let fill = 0;
  let lineStart = 0;
  let lines = 0;
  let afterReturn = false;

  function cut(from: number): void {
    let at = lineStart;
    // In the part of a long line that is not kept.
    let skipTo = from - lineStart >= LINE_BYTES ? from : 0;
    while (at < fill) {
      if (afterReturn) {
        afterReturn = false;
        if (bytes[at] === 10) {
          lineStart = ++at;
          continue;
        }
      }
      const limit = lineStart + LINE_BYTES;
      let stop = skipTo > 0 ? skipTo : sink.seek(bytes, at, Math.min(fill, limit));
      skipTo = 0;
      if (stop >= limit) while (stop < fill && bytes[stop] !== 10 && bytes[stop] !== 13) stop++;
      if (stop >= fill) break;
      if (stop > limit) {
        // Closes the gap, so that what is kept lies side by side.
        bytes.copyWithin(limit, stop, fill);
        fill -= stop - limit;
        stop = limit;
      }
      lines++;
      sink.line(bytes, base, lineStart, stop);
      afterReturn = bytes[stop] === 13;
      at = lineStart = stop + 1;
    }
    if (fill - lineStart > LINE_BYTES) fill = lineStart + LINE_BYTES;
  }

  function makeRoom(): void {
    const keepFrom = Math.max(0, lineStart - BACK_BYTES);
    bytes.copyWithin(0, keepFrom, fill);
    base += keepFrom;
    fill -= keepFrom;
    lineStart -= keepFrom;
  }

  return {
    write(chunk) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        if (fill + piece.length > WINDOW) makeRoom();
        bytes.set(piece, fill);
        const from = fill;
        fill += piece.length;
        cut(from);
      }
    },
    end() {
      if (fill > lineStart) {
        lines++;
        sink.line(bytes, base, lineStart, Math.min(fill, lineStart + LINE_BYTES));
        lineStart = fill;
      }
      return lines;
    },
  };
}

/** A `seek` that looks for nothing but the end of the line. */
export function seekLineEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}
