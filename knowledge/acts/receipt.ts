import * as z from "zod/mini";
import type { KnownRecord, RecordDraft } from "../learn/curate/curation.ts";
import { RECORD_KINDS, RECORD_STATUSES } from "../record/record.ts";
import { KNOWLEDGE_FOLDER } from "../store/knowledge-folder.ts";

const change = () =>
  z.object({
    record: z.string(),
    kind: z.enum(RECORD_KINDS),
    file: z.string().check(z.describe("relative to the top of the work tree")),
    from: z.nullable(z.enum(RECORD_STATUSES)).check(z.describe("null for a new record")),
    to: z.enum(RECORD_STATUSES),
    was: z.nullable(z.string()).check(z.describe("the claim before; null for a new record")),
    claim: z.string(),
    supersedes: z.nullable(z.string()),
    supersededBy: z.nullable(z.string()),
    before: z.nullable(z.string()).check(z.describe("SHA-256 of the file, null for a new one")),
    after: z.nullable(z.string()).check(z.describe("SHA-256 of the file, null where it is only planned")),
  });

/** What one act of a person did to a record's file, or would do. */
export const RecordChange = z.lazy(change);
export type RecordChange = z.output<typeof RecordChange>;

/** Why a rule did not allow an act. */
const refusal = () => z.object({ id: z.string(), code: z.string(), why: z.string(), recover: z.string() });
export type Refusal = z.output<ReturnType<typeof refusal>>;

/** What every receipt says. */
export const receiptFields = () => ({
  result: z
    .enum(["done", "planned", "unchanged", "refused"])
    .check(z.describe("`done`: it is on the disk; `planned`: nothing was written; `refused`: neither")),
  by: z.string(),
  at: z.string().check(z.describe("ISO 8601, UTC")),
  changes: z.array(change()),
  removed: z.array(z.string()).check(z.describe("files that were removed, relative to the work tree")),
  refused: z.array(refusal()),
  seen: z
    .record(z.string(), z.string())
    .check(
      z.describe("digests of what it was decided on: given back, it is carried out on that or not at all"),
    ),
});

/** What an act of a person did, told after it is on the disk. All of it was done, or nothing. */
export const Receipt = z.lazy(() => z.object(receiptFields()));
export type Receipt = z.output<typeof Receipt>;

/** What must be given to write only on what was seen. */
export const actFlags = {
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  dryRun: z._default(z.boolean(), false).check(z.describe("only say what would be done")),
  seen: z
    ._default(z.record(z.string(), z.string()), {})
    .check(z.describe("digests of files as a plan showed them, by record or proposal; others are refused")),
};

/** The change that a draft makes; `after` is the digest of what was written. */
export function tellChange(
  { path, expected, record }: RecordDraft,
  known: Pick<KnownRecord, "file"> | undefined,
  after: string | null,
): RecordChange {
  return {
    record: record.id,
    kind: record.kind,
    file: `${KNOWLEDGE_FOLDER}/${path}`,
    from: known?.file.record.status ?? null,
    to: record.status,
    was: known?.file.record.claim ?? null,
    claim: record.claim,
    supersedes: record.supersedes ?? null,
    supersededBy: record.superseded_by ?? null,
    before: expected,
    after,
  };
}
