import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import { searchRecords } from "../record/search.ts";
import { tellProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";
import { queryOf, recordFilter, recordWindow, windowOf } from "./views/record-filter.ts";
import { RecordList, summarise } from "./views/record-summary.ts";

const Input = z.lazy(() =>
  z.object({
    text: z
      .string()
      .check(
        z.regex(/\S/, "must hold a word"),
        z.describe("words that all occur in the claim, the anchors or the id"),
      ),
    ...recordFilter,
    ...recordWindow,
  }),
);

/** A page of the records that hold all the words and pass the filter, best first; never one above its successor. */
export const knowledgeSearch = operation({
  id: "knowledge.search",
  title: "Search what was learned",
  input: Input,
  output: RecordList,
  writes: false,
  async run({ recordIndex }: Pick<Deps, "recordIndex">, { text, ...asked }): Promise<RecordList> {
    const { records, links, problems } = await recordIndex.all();
    const found = searchRecords(records, { text, ...queryOf(asked) }, windowOf(asked), links);
    return { records: found.records.map(summarise), total: found.total, problems: problems.map(tellProblem) };
  },
});
