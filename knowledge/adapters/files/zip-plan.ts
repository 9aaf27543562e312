import type { Entry } from "yauzl";

/** What an archive may be at most; what goes beyond is refused. */
export interface ZipLimits {
  readonly entries: number;
  /** Uncompressed bytes of one entry, and of all. */
  readonly entryBytes: number;
  readonly totalBytes: number;
  /** Uncompressed to compressed, for entries above `ratioFrom` bytes. DEFLATE cannot exceed 1032. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 20_000,
  entryBytes: 8 * 1024 ** 3,
  totalBytes: 16 * 1024 ** 3,
  ratio: 400,
  ratioFrom: 64 * 1024 ** 2,
};

/** What a stream may be that nobody here chose to read. */
export const STREAM_ZIP_LIMITS: ZipLimits = {
  ...ZIP_LIMITS,
  entries: 2_000,
  entryBytes: 1024 ** 3,
  totalBytes: 1024 ** 3,
};

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER = 30;

/** Why the archive is refused, or null. Looks at the directory only: no entry is opened before all are known. */
export function refusal(entries: readonly Entry[], limits: ZipLimits): string | null {
  let total = 0;
  for (const entry of entries) {
    const name = JSON.stringify(entry.fileName);
    total += entry.uncompressedSize;
    if (entry.fileName.split(/[\\/]/).includes("..")) return `entry ${name} leaves the archive`;
    if (/^(?:[\\/]|[A-Za-z]:)/.test(entry.fileName)) return `entry ${name} has an absolute path`;
    if (entry.fileName.includes("\\")) return `entry ${name} has a backslash in its path`;
    if (entry.fileName.includes("\0")) return `entry ${name} has a zero byte in its path`;
    if (isSpecial(entry)) return `entry ${name} is a link or device`;
    if (entry.isEncrypted()) return `entry ${name} is encrypted`;
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      return `entry ${name} is compressed by method ${entry.compressionMethod}; only deflate is read`;
    }
    if (entry.uncompressedSize > limits.entryBytes)
      return `entry ${name} unpacks to ${entry.uncompressedSize} bytes`;
    if (
      entry.uncompressedSize > limits.ratioFrom &&
      entry.uncompressedSize > entry.compressedSize * limits.ratio
    ) {
      return `entry ${name} unpacks to more than ${limits.ratio} times its size`;
    }
    if (total > limits.totalBytes) return `it unpacks to more than ${limits.totalBytes} bytes`;
  }
  return overlap(entries);
}

/** Unix mode in the upper half of the attributes: only files and directories are read. */
function isSpecial(entry: Entry): boolean {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  return kind !== 0 && kind !== 0o100000 && kind !== 0o040000;
}

/** Entries that share bytes are how a small archive unpacks to a huge one. */
function overlap(entries: readonly Entry[]): string | null {
  const sorted = [...entries].sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  for (let at = 1; at < sorted.length; at += 1) {
    const before = sorted[at - 1]!;
    const end =
      before.relativeOffsetOfLocalHeader + LOCAL_HEADER + before.fileNameLength + before.compressedSize;
    if (sorted[at]!.relativeOffsetOfLocalHeader < end) {
      return `entries ${JSON.stringify(before.fileName)} and ${JSON.stringify(sorted[at]!.fileName)} share their bytes`;
    }
  }
  return null;
}

/**
 * The entries worth reading, in the order of the archive: no directories, nothing that an operating system
 * left, and of a GitHub log archive (whole jobs at the top, `JOB/N_step.txt` below) the whole jobs.
 */
export function worthReading(entries: readonly Entry[]): readonly Entry[] {
  const files = entries.filter(
    ({ fileName }) => !/\/$|^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/.test(fileName),
  );
  const wholeJobs = files.some(({ fileName }) => /^-?\d+_[^/]+\.txt$/.test(fileName));
  const ofSteps = /^[^/]+\/(?:-?\d+_[^/]*|system)\.txt$/;
  return wholeJobs ? files.filter(({ fileName }) => !ofSteps.test(fileName)) : files;
}
