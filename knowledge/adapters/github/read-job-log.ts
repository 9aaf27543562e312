import type { Place } from "./github-clients.ts";
import { readStored, type StorageOptions } from "./read-stored.ts";

/**
 * The log of a job as it comes, or null where there is none: expired, not a job's, or not there yet, which GitHub
 * tells by a missing or an empty file. Errors: also forge_unavailable while it is read, after what came.
 */
export async function readJobLog(
  place: Place,
  job: number,
  options: StorageOptions,
): Promise<AsyncIterable<Uint8Array> | null> {
  const { owner, repo } = place;
  const asked = `the log of job ${job} of ${owner}/${repo}`;
  return readStored(place, { way: `/repos/${owner}/${repo}/actions/jobs/${job}/logs`, asked }, options);
}
