import * as z from "zod/mini";
import type { IndexedRecord } from "../../ports/record-index.ts";
import { FACT_TYPES, RECORD_KINDS, RECORD_STATUSES } from "../../record/record.ts";
import { KNOWLEDGE_FOLDER } from "../../store/knowledge-folder.ts";
import { ToldProblem } from "../../store/told-problem.ts";

/** A record in a list. */
export const RecordSummary = z.lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(RECORD_KINDS),
    type: z.nullable(z.enum(FACT_TYPES)),
    status: z.enum(RECORD_STATUSES),
    held: z.nullable(z.string()).check(z.describe("why a candidate is not active")),
    scope: z.string(),
    anchors: z.array(z.string()),
    claim: z.string(),
    path: z.string().check(z.describe("relative to the top of the work tree")),
  }),
);
export type RecordSummary = z.output<typeof RecordSummary>;

/** A part of the records, best first, and all files that could not be read: they hide no other. */
export const RecordList = z.lazy(() =>
  z.object({
    records: z.array(RecordSummary),
    total: z.int().check(z.minimum(0), z.describe("records that pass, those outside of the window too")),
    problems: z.array(ToldProblem),
  }),
);
export type RecordList = z.output<typeof RecordList>;

export function summarise({ record, scope, path }: IndexedRecord): RecordSummary {
  const { id, kind, type = null, status, held = null, anchors, claim } = record;
  return {
    id,
    kind,
    type,
    status,
    held,
    scope,
    anchors: [...anchors],
    claim,
    path: `${KNOWLEDGE_FOLDER}/${path}`,
  };
}
