import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import { searchRecords } from "../record/search.ts";
import { tellProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";
import { queryOf, recordFilter, recordWindow, windowOf } from "./views/record-filter.ts";
import { RecordList, summarise } from "./views/record-summary.ts";

const Input = z.lazy(() => z.object({ ...recordFilter, ...recordWindow }));

/** A page of the records that pass the filter; without `all` and `statuses` those that may hold now. */
export const knowledgeList = operation({
  id: "knowledge.list",
  title: "List what was learned",
  input: Input,
  output: RecordList,
  writes: false,
  async run({ recordIndex }: Pick<Deps, "recordIndex">, asked): Promise<RecordList> {
    const { records, links, problems } = await recordIndex.all();
    const found = searchRecords(records, queryOf(asked), windowOf(asked), links);
    return { records: found.records.map(summarise), total: found.total, problems: problems.map(tellProblem) };
  },
});
