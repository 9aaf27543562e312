import * as z from "zod/mini";
import { searchRecords } from "../record/search.ts";
import type { Deps } from "./deps.ts";
import { operation } from "./operation.ts";
import { readRecords } from "./read-records.ts";
import { queryOf, recordFilter } from "./record-filter.ts";
import { RecordList, summarise } from "./record-summary.ts";

const Input = z.lazy(() =>
  z.object({
    text: z
      .string()
      .check(
        z.regex(/\S/, "must hold a word"),
        z.describe("words that all occur in the claim, the anchors or the id"),
      ),
    ...recordFilter,
  }),
);

/** The records that hold all the words and pass the filter, best first; never one above its successor. */
export const knowledgeSearch = operation({
  id: "knowledge.search",
  title: "Search what was learned",
  input: Input,
  output: RecordList,
  writes: false,
  async run({ records }: Pick<Deps, "records">, { text, ...filter }): Promise<RecordList> {
    const { placed, problems } = await readRecords(records);
    const found = searchRecords(placed, { text, ...queryOf(filter) });
    return { records: found.map(summarise), problems: [...problems] };
  },
});
