import * as z from "zod/mini";
import { RecordFrontMatter } from "../record/record.ts";
import type { Deps } from "./deps.ts";
import { findRecord } from "./find-record.ts";
import { KNOWLEDGE_FOLDER } from "./knowledge-folder.ts";
import { operation } from "./operation.ts";
import { type PlacedRecord, readRecords } from "./read-records.ts";
import { RecordSummary, summarise } from "./record-summary.ts";

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
    links: z.array(Link).check(z.describe("supersessions, those included that only the other record names")),
  }),
);
export type ShownRecord = z.output<typeof ShownRecord>;

const Input = z.object({
  id: z.string().check(z.minLength(1), z.describe("an id, or the beginning of one only")),
});

/** One record, whatever its status, with its links in both directions. Errors: record_missing, record_ambiguous. */
export const knowledgeShow = operation({
  id: "knowledge.show",
  title: "Show a record with its links",
  input: Input,
  output: ShownRecord,
  writes: false,
  async run({ records }: Pick<Deps, "records">, { id }): Promise<ShownRecord> {
    const { placed, problems } = await readRecords(records);
    const found = findRecord(id, placed, problems);
    const { path, scope, record } = found;
    return {
      path: `${KNOWLEDGE_FOLDER}/${path}`,
      scope,
      record: RecordFrontMatter.parse(record),
      claim: record.claim,
      links: [
        ...linksOf(found, placed, "supersedes", "superseded_by"),
        ...linksOf(found, placed, "superseded_by", "supersedes"),
      ],
    };
  },
});

/** What the record names, and what names it from the other end. */
function linksOf(
  { record }: PlacedRecord,
  placed: readonly PlacedRecord[],
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
