import { AssayError } from "../../errors.ts";

/**
 * What `work` gives; an error of the file system comes out as the one that `unavailable` makes of its reason, any
 * other as it is.
 */
export async function translated<T>(
  unavailable: (reason: string, cause: unknown) => AssayError,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof AssayError ? null : diskReason(error);
    if (reason === null) throw error;
    throw unavailable(reason, error);
  }
}

/** What an error of the file system means to a person, or null for an error that is not of the system's. */
export function diskReason(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return REASONS.get(String(error.code)) ?? error.message;
}

const REASONS = new Map([
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EXDEV", "it and .assay/local are on different disks"],
  ["ENOTDIR", "a file stands where a folder should be"],
  ["EEXIST", "a file stands where a folder should be"],
]);
