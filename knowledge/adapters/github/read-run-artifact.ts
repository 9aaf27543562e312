import type { Place } from "./github-clients.ts";
import { readStored, type StorageOptions } from "./read-stored.ts";

/** The zip of a file that a run left, as it comes, or null where it is kept no longer. */
export async function readRunArtifact(
  place: Place,
  id: number,
  options: StorageOptions,
): Promise<AsyncIterable<Uint8Array> | null> {
  const { owner, repo } = place;
  const asked = `artifact ${id} of ${owner}/${repo}`;
  return readStored(place, { way: `/repos/${owner}/${repo}/actions/artifacts/${id}/zip`, asked }, options);
}
