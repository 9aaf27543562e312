/** Files that a person named: opened once, read front to back, never held whole. */
export interface Source {
  /** As the person would write it: a path, `-`, or `archive.zip/entry.txt`. */
  readonly name: string;
  /** Bytes, where known before reading. */
  readonly size?: number;
  /** The bytes, decompressed, in order. May be called once. */
  chunks(): AsyncIterable<Uint8Array>;
}

export interface Sources {
  /**
   * The sources behind one reference: a plain or gzip file gives one, a zip one an entry (bombs, links and
   * paths that leave the archive are refused: `archive_refused`). `-` is standard input.
   * Errors: source_missing, source_is_folder, source_unreadable, archive_refused.
   */
  open(reference: string): AsyncIterable<Source>;
  /**
   * The sources in a stream that nobody here chose to read, such as an artifact of a forge: as those of {@link open},
   * within narrower bounds: at most {@link STREAM_LIMIT} bytes and a gigabyte unpacked. Errors of ours that the stream
   * throws are passed on.
   */
  from(name: string, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Source>;
  /** The bytes of one file as they stand in it, also of an archive. Errors: source_missing, source_is_folder, source_unreadable. */
  raw(reference: string): AsyncIterable<Uint8Array>;
}

/** Bytes that are read of a stream that nobody here chose to read. */
export const STREAM_LIMIT = 50 * 1024 * 1024;
