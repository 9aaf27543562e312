import { readProposalFile } from "../learn/proposal-file.ts";
import type { Deps } from "../ports/deps.ts";
import { readRecordFile } from "../record/record-file.ts";

/**
 * What each of these records and proposals says now, by id. One whose file is gone or cannot be read is left out.
 * Errors: those of the records and the proposals.
 */
export async function claimsOf(
  { records, proposals }: Pick<Deps, "records" | "proposals">,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const claims = new Map<string, string>();
  if (ids.size === 0) return claims;
  for (const path of await records.list()) {
    const id = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
    if (!ids.has(id)) continue;
    const stored = await records.read(path);
    const file = stored === null ? null : await readRecordFile(path, stored.text);
    if (file?.kind === "record") claims.set(id, file.record.claim);
  }
  for (const { id, text } of await proposals.list()) {
    if (!ids.has(id)) continue;
    const read = await readProposalFile(id, text);
    if (!("kind" in read)) claims.set(id, read.claim);
  }
  return claims;
}
