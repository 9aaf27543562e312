import { AssayError } from "../errors.ts";
import { FRAMEWORKS } from "../log/frameworks/index.ts";
import type { LogDigest } from "../log/log-digest.ts";
import { readLog } from "../log/read-log.ts";
import { EXCERPT_AROUND } from "./log-excerpt.ts";

/** What a job's log holds, as far as it came. */
export interface JobLog {
  readonly digest: LogDigest;
  /** Why the rest did not come, or null. */
  readonly broken: string | null;
}

/**
 * Reads the log of a job once, front to back, in memory that does not grow with it. One that breaks off gives what
 * came. Errors: those of the stream before its first byte.
 */
export async function readJobLog(
  bytes: AsyncIterable<Uint8Array>,
  vocabulary: readonly string[],
): Promise<JobLog> {
  const log = readLog({ vocabulary, frameworks: FRAMEWORKS, around: EXCERPT_AROUND });
  let hasBegun = false;
  try {
    for await (const chunk of bytes) {
      log.write(chunk);
      hasBegun = true;
    }
  } catch (error) {
    if (!(error instanceof AssayError) || !hasBegun) throw error;
    return { digest: log.end(), broken: error.message };
  }
  return { digest: log.end(), broken: null };
}
