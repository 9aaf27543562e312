import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { IndexedRecord } from "../ports/record-index.ts";
import { RecordFrontMatter } from "../record/record.ts";
import { readRecordFile } from "../record/record-file.ts";
import { findRecord } from "../store/find-record.ts";
import { KNOWLEDGE_FOLDER } from "../store/knowledge-folder.ts";
import { tellProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";
import { Confirmed } from "./views/confirmed.ts";
import { RecordSummary, summarise } from "./views/record-summary.ts";

const Link = z.lazy(() =>
  z.object({
    relation: z.enum(["supersedes", "superseded_by"]),
    id: z.string(),
    bothEnds: z.boolean().check(z.describe("whether each of the two records names the other")),
    record: z.nullable(RecordSummary).check(z.describe("null where there is no such record")),
  }),
);
type Link = z.output<typeof Link>;

export const ShownRecord = z.lazy(() =>
  z.object({
    path: z.string().check(z.describe("relative to the top of the work tree")),
    scope: z.string(),
    record: RecordFrontMatter,
    claim: z.string(),
    confirmations: Confirmed,
    links: z.array(Link).check(z.describe("supersessions, those included that only the other record names")),
  }),
);
export type ShownRecord = z.output<typeof ShownRecord>;

const Input = z.object({
  id: z.string().check(z.minLength(1), z.describe("an id, or the beginning of one only")),
});

/**
 * One record, whatever its status, with its links in both directions. Errors: record_missing, record_ambiguous, and
 * those of the records and the ledger.
 */
export const knowledgeShow = operation({
  id: "knowledge.show",
  title: "Show a record with its links",
  input: Input,
  output: ShownRecord,
  writes: false,
  async run(
    { recordIndex, records, journal }: Pick<Deps, "recordIndex" | "records" | "journal">,
    { id },
  ): Promise<ShownRecord> {
    const { records: told, problems } = await recordIndex.all();
    const placed = [...told];
    const found = findRecord(id, placed, problems.map(tellProblem));
    const { path, scope } = found;
    const stored = await records.read(path);
    const file = stored === null ? null : await readRecordFile(path, stored.text);
    if (file?.kind !== "record")
      throw new AssayError("record_missing", { id, suggestion: "its file changed just now; " });
    const { claim, ...front } = file.record;
    const confirmations = await journal.confirmations([front.id]);
    return {
      path: `${KNOWLEDGE_FOLDER}/${path}`,
      scope,
      record: RecordFrontMatter.parse(front),
      claim,
      confirmations: confirmations.get(front.id) ?? { count: 0, last: null },
      links: [
        ...linksOf(found, placed, "supersedes", "superseded_by"),
        ...linksOf(found, placed, "superseded_by", "supersedes"),
      ],
    };
  },
});

/** What the record names, and what names it from the other end. */
function linksOf(
  { record }: IndexedRecord,
  placed: readonly IndexedRecord[],
  relation: Link["relation"],
  back: Link["relation"],
): Link[] {
  const named = record[relation];
  const naming = new Set(
    placed.filter((other) => other.record[back] === record.id).map((other) => other.record.id),
  );
  const ids = new Set([...(named === undefined ? [] : [named]), ...[...naming].sort()]);
  return [...ids].map((id) => {
    const other = placed.find((candidate) => candidate.record.id === id);
    return {
      relation,
      id,
      bothEnds: id === named && naming.has(id),
      record: other === undefined ? null : summarise(other),
    };
  });
}
