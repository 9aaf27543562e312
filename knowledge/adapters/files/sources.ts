import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssayError } from "../../errors.ts";
import { type Source, type Sources, STREAM_LIMIT } from "../../ports/sources.ts";
import { fileChunks } from "./file-chunks.ts";
import { gunzip } from "./gunzip.ts";
import { refusal, STREAM_ZIP_LIMITS, worthReading, ZIP_LIMITS, type ZipLimits } from "./zip-plan.ts";

export interface FileSourcesOptions {
  /** What `-` reads. */
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly zip?: ZipLimits;
  /** Bytes of an archive that came through a pipe, which are spooled to a temporary file. */
  readonly spoolBytes?: number;
}

/**
 * Files, pipes and standard input as sources. Gzip and zip are known by their first bytes, not by name. A
 * source can be read until the next one is asked for; then, or when the caller stops, its file is closed.
 */
export function fileSources(options: FileSourcesOptions): Sources {
  const limits = options.zip ?? ZIP_LIMITS;
  const spoolBytes = options.spoolBytes ?? 4 * 1024 ** 3;
  return {
    async *open(reference) {
      if (reference === "-") {
        yield* sourcesOf("-", options.stdin, null, limits);
        return;
      }
      const handle = await opened(reference);
      try {
        const facts = await handle.stat();
        if (facts.isDirectory()) {
          throw new AssayError("source_is_folder", { file: reference.replace(/(?<=.)\/+$/, "") });
        }
        const file = facts.isFile() ? { handle, size: facts.size } : null;
        yield* sourcesOf(reference, fileChunks(handle), file, limits);
      } finally {
        await handle.close();
      }
    },

    async *raw(reference) {
      if (reference === "-") return yield* options.stdin;
      const handle = await opened(reference);
      try {
        if ((await handle.stat()).isDirectory())
          throw new AssayError("source_is_folder", { file: reference.replace(/(?<=.)\/+$/, "") });
        yield* translated(reference, fileChunks(handle));
      } finally {
        await handle.close();
      }
    },

    from: (name, chunks) => sourcesOf(name, bounded(name, chunks, STREAM_LIMIT), null, STREAM_ZIP_LIMITS),
  };

  async function* sourcesOf(
    name: string,
    chunks: AsyncIterable<Uint8Array>,
    file: { handle: FileHandle; size: number } | null,
    limits: ZipLimits,
  ): AsyncGenerator<Source> {
    const { start, all } = await begun(name, chunks);
    if (!isZip(start)) {
      const gzip = isGzip(start);
      const size = file === null || gzip || file.size === 0 ? {} : { size: file.size };
      yield source(name, gzip ? unzipped(name, all, limits) : all, size);
      return;
    }
    if (file !== null) {
      await all.return?.(undefined);
      yield* entriesOf(name, file.handle, limits);
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), "assay-"));
    const spool = await open(join(folder, "archive.zip"), "wx+", 0o600);
    try {
      for await (const chunk of bounded(name, translated(name, all), spoolBytes)) await spool.write(chunk);
      yield* entriesOf(name, spool, limits);
    } finally {
      await spool.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function* entriesOf(name: string, handle: FileHandle, limits: ZipLimits): AsyncGenerator<Source> {
    // Strict: a backslash is told as one, not made a slash.
    const options = {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
    } as const;
    const { default: yauzl } = await import("yauzl");
    const zip = await yauzl.fromFdPromise(handle.fd, options).catch((error: Error) => {
      throw refused(name, error.message);
    });
    const entries = [];
    try {
      if (zip.entryCount > limits.entries) throw refused(name, `it holds ${zip.entryCount} entries`);
      for await (const entry of zip.eachEntry()) entries.push(entry);
    } catch (error) {
      throw error instanceof AssayError ? error : refused(name, (error as Error).message);
    }
    const why = refusal(entries, limits);
    if (why !== null) throw refused(name, why);
    for (const entry of worthReading(entries)) {
      const inner = `${name}/${entry.fileName}`;
      async function* unpacked(): AsyncGenerator<Uint8Array> {
        const stream = await zip.openReadStreamPromise(entry).catch((error: Error) => {
          throw unreadable(inner, error.message);
        });
        try {
          const { start, all } = await begun(inner, stream);
          if (isZip(start)) throw refused(inner, "an archive inside an archive");
          yield* isGzip(start) ? unzipped(inner, all, limits) : all;
        } finally {
          stream.destroy();
        }
      }
      yield source(inner, unpacked(), { size: entry.uncompressedSize });
    }
  }
}

/** The same bytes; more of them than that are refused. */
async function* bounded(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw refused(name, `it is larger than ${most} bytes`);
    yield chunk;
  }
}

async function opened(reference: string): Promise<FileHandle> {
  try {
    return await open(reference, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new AssayError("source_missing", { file: reference }, error);
    throw unreadable(reference, reasonOf(error), error);
  }
}

function source(name: string, chunks: AsyncIterable<Uint8Array>, more: { size?: number }): Source {
  let taken = false;
  return {
    name,
    ...more,
    chunks() {
      if (taken) throw new Error(`${name}: a source is read once`);
      taken = true;
      return translated(name, chunks);
    },
  };
}

/** The first bytes, enough for any magic number, and everything from the first byte on. */
async function begun(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ start: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
  const reading = chunks[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array(0);
  let done = false;
  try {
    while (start.length < 4 && !done) {
      const next = await reading.next();
      if (next.done === true) done = true;
      else start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
    }
  } catch (error) {
    throw error instanceof AssayError ? error : unreadable(name, reasonOf(error), error);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (start.length > 0) yield start;
      for (
        let next = done ? null : await reading.next();
        next !== null && next.done !== true;
        next = await reading.next()
      ) {
        yield next.value;
      }
    } finally {
      await reading.return?.();
    }
  }
  return { start, all: all() };
}

/** Gzip, decompressed under the limits that an archive's entries have. */
async function* unzipped(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: ZipLimits,
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let unpacked = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  }
  for await (const piece of gunzip(counted())) {
    unpacked += piece.length;
    if (unpacked > limits.entryBytes)
      throw refused(name, `it unpacks to more than ${limits.entryBytes} bytes`);
    if (unpacked > limits.ratioFrom && unpacked > packed * limits.ratio) {
      throw refused(name, `it unpacks to more than ${limits.ratio} times its size`);
    }
    yield piece;
  }
}

/** Foreign errors in our words; our own pass. */
async function* translated(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof AssayError ? error : unreadable(name, reasonOf(error), error);
  }
}

const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b && start[2] === 8;

/** A local header, or the end record of an empty archive. */
function isZip(start: Uint8Array): boolean {
  if (start[0] !== 0x50 || start[1] !== 0x4b) return false;
  return (start[2] === 3 && start[3] === 4) || (start[2] === 5 && start[3] === 6);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "is a directory",
  ELOOP: "too many links",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many open files",
  Z_BUF_ERROR: "the gzip data ends early",
};

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && code in REASONS) return REASONS[code]!;
  return code?.startsWith("Z_") ? `the gzip data is damaged: ${message}` : String(message ?? error);
}

function unreadable(file: string, reason: string, cause?: unknown): AssayError {
  return new AssayError("source_unreadable", { file, reason }, cause);
}

function refused(file: string, reason: string): AssayError {
  return new AssayError("archive_refused", { file, reason });
}
