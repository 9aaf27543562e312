import { AssayError, type ErrorCode } from "../../errors.ts";

/** The two errors that a kind of file answers with. */
export interface SqliteErrorCodes {
  readonly corrupt: ErrorCode;
  readonly unavailable: ErrorCode;
}

/** Primary result codes that say that the file is not what it should be (sqlite.org/rescode.html). */
const CORRUPT = new Map([
  [1, "its tables are not the expected ones"], // SQLITE_ERROR: our statements are right, so the schema is not
  [11, "the database is damaged"],
  [24, "the database is damaged"],
  [26, "it is not a database"],
]);

/** Extended ones that mean the same: IOERR_SHORT_READ, IOERR_CORRUPTFS, and a key twice, which ours never are. */
const CORRUPT_EXTENDED = new Set([522, 8458, 1555, 2067]);

/** Those that come from the surroundings and may pass. */
const UNAVAILABLE = new Map([
  [3, "no permission"],
  [5, "another process is writing"],
  [6, "another process is writing"],
  [7, "out of memory"],
  [8, "it is read-only"],
  [10, "reading or writing the disk failed"],
  [13, "the disk is full"],
  [14, "it cannot be opened"],
  [15, "another process is writing"],
  [22, "the file is too large for this system"],
]);

/** File-system codes in words. */
const SYSTEM = new Map([
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["ENOENT", "its folder cannot be made"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EEXIST", "a file stands where its folder should be"],
  ["ENOTDIR", "a file stands where its folder should be"],
]);

/** What mends a file that cannot be used. */
const FIX = "free the disk or wait for the other process";

/** An error of `node:sqlite` or of the file system as one of the two; any other comes back as it was. */
export function translateSqliteError(error: unknown, file: string, codes: SqliteErrorCodes): unknown {
  if (error instanceof AssayError || !(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "ERR_SQLITE_ERROR" && "errcode" in error) {
    const extended = Number(error.errcode);
    const primary = extended & 0xff;
    const damage = CORRUPT_EXTENDED.has(extended) ? "the database is damaged" : CORRUPT.get(primary);
    const words = damage ?? UNAVAILABLE.get(primary);
    if (words === undefined) return error;
    const reason = `${words}: ${error.message}`;
    return damage === undefined
      ? new AssayError(codes.unavailable, { file, reason, fix: FIX }, error)
      : new AssayError(codes.corrupt, { file, reason }, error);
  }
  if ("syscall" in error) {
    const reason = SYSTEM.get(String(error.code)) ?? String(error.code);
    return new AssayError(codes.unavailable, { file, reason, fix: FIX }, error);
  }
  return error;
}

/** The error of a file whose content is not what was written. */
export function corrupt(file: string, codes: SqliteErrorCodes, reason: string): AssayError {
  return new AssayError(codes.corrupt, { file, reason });
}
