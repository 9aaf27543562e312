import * as z from "zod/mini";
import { RECORD_KINDS, RECORD_STATUSES } from "../../record/record.ts";
import { scopeFolder } from "../../record/record-path.ts";
import type { RecordQuery, SearchWindow } from "../../record/search.ts";

/** What narrows a list of records, the same for every operation that answers with one; all of it must hold. */
export const recordFilter = {
  scope: z.optional(z.string().check(z.minLength(1))),
  kinds: z.optional(z.array(z.enum(RECORD_KINDS)).check(z.minLength(1))),
  statuses: z.optional(z.array(z.enum(RECORD_STATUSES)).check(z.minLength(1))),
  anchor: z
    .optional(z.string().check(z.minLength(1)))
    .check(
      z.describe("kind:value in any spelling, e.g. page:/checkout; any of a record's anchors may be it"),
    ),
  all: z
    ._default(z.boolean(), false)
    .check(z.describe("also what is superseded, deprecated or resolved; `statuses` says it exactly")),
};

/** Records of an answer, unless the caller says how many. */
export const RECORDS_A_PAGE = 50;

/** Which part of the answer is wanted, the same for every operation that answers with a list. */
export const recordWindow = {
  limit: z
    ._default(z.int().check(z.minimum(0)), RECORDS_A_PAGE)
    .check(z.describe("most records of the answer; 0 for all")),
  offset: z
    ._default(z.int().check(z.minimum(0)), 0)
    .check(z.describe("records that are passed over before the first of the answer")),
};

const Filter = z.object(recordFilter);
const Asked = z.object(recordWindow);

export function windowOf({ limit, offset }: z.output<typeof Asked>): SearchWindow {
  return { offset, limit: limit === 0 ? Number.POSITIVE_INFINITY : limit };
}

/** The filter as a query; without `all` and `statuses` only what is current is found. */
export function queryOf({ scope, kinds, statuses, anchor, all }: z.output<typeof Filter>): RecordQuery {
  const wanted = statuses ?? (all ? RECORD_STATUSES : undefined);
  return {
    ...(scope === undefined ? {} : { scope: scopeFolder(scope) }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(wanted === undefined ? {} : { statuses: wanted }),
    ...(anchor === undefined ? {} : { anchor }),
  };
}
