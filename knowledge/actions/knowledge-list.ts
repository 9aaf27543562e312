import * as z from "zod/mini";
import { searchRecords } from "../record/search.ts";
import type { Deps } from "./deps.ts";
import { operation } from "./operation.ts";
import { readRecords } from "./read-records.ts";
import { queryOf, recordFilter } from "./record-filter.ts";
import { RecordList, summarise } from "./record-summary.ts";

const Input = z.lazy(() => z.object(recordFilter));

/** The records that pass the filter; without `all` and `statuses` those that may hold now. */
export const knowledgeList = operation({
  id: "knowledge.list",
  title: "List what was learned",
  input: Input,
  output: RecordList,
  writes: false,
  async run({ records }: Pick<Deps, "records">, filter): Promise<RecordList> {
    const { placed, problems } = await readRecords(records);
    return { records: searchRecords(placed, queryOf(filter)).map(summarise), problems: [...problems] };
  },
});
