import type { IndexedFile } from "../../record/index-record-file.ts";

/**
 * A folder under the knowledge root as it was when it was last read. Two equal stamps mean the same content; a
 * stamp that can no longer prove it, because it was taken in the moment of a change, holds NaN and equals nothing.
 */
export interface KnownFolder {
  /** Relative to the root, ending in `/`; empty for the root. */
  readonly path: string;
  readonly stamp: FolderStamp;
  readonly files: readonly KnownFile[];
}

export interface KnownFile {
  /** The file's name without `.md`. */
  readonly id: string;
  readonly stamp: FileStamp;
  /** The first 48 bits of the SHA-256 of the text. */
  readonly digest: number;
  readonly told: IndexedFile;
}

/** Inode, and milliseconds of the last change of the entries and of the folder itself. */
export type FolderStamp = readonly [inode: number, mtime: number, ctime: number];
/** No program can set the time of the last change of a file's state (ctime), as it can that of its content (mtime). */
export type FileStamp = readonly [inode: number, size: number, mtime: number, ctime: number];
