import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import type { RecordEvent } from "../ports/journal.ts";
import { findRecord } from "../store/find-record.ts";
import { tellProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";
import { Confirmed } from "./views/confirmed.ts";

export const RecordHistory = z.lazy(() =>
  z.object({
    id: z.string(),
    confirmations: Confirmed,
    events: z
      .array(
        z.object({
          at: z.string().check(z.describe("of the run or the act, ISO 8601 in UTC")),
          what: z
            .string()
            .check(z.describe("an operation, e.g. `Add` or `Superseded`, `Mark`, or what a person did")),
          run: z.nullable(z.string()),
          by: z.string().check(z.describe("`template`, `model` or the person")),
          outcome: z.enum(["applied", "proposed", "refused"]),
          reason: z.nullable(z.string()),
          other: z.nullable(z.string()).check(z.describe("the other end of a supersession")),
          before: z.nullable(z.string()).check(z.describe("SHA-256 of the file, where it changed")),
          after: z.nullable(z.string()),
          confirmations: z.int().check(z.describe("runs that had confirmed it by then")),
        }),
      )
      .check(z.describe("oldest first")),
  }),
);
export type RecordHistory = z.output<typeof RecordHistory>;

const Input = z.object({
  id: z.string().check(z.minLength(1), z.describe("an id, or the beginning of one only")),
});

/**
 * All that the ledger tells of a record, also of one whose file is no longer there. Errors: record_missing,
 * record_ambiguous, and those of the records and the ledger.
 */
export const knowledgeHistory = operation({
  id: "knowledge.history",
  title: "Tell what happened to a record",
  input: Input,
  output: RecordHistory,
  writes: false,
  async run(
    { recordIndex, journal }: Pick<Deps, "recordIndex" | "journal">,
    { id: typed },
  ): Promise<RecordHistory> {
    let id = typed;
    let events = await journal.of(id);
    if (events.length === 0) {
      const { records, problems } = await recordIndex.all();
      id = findRecord(typed, [...records], problems.map(tellProblem)).record.id;
      events = await journal.of(id);
    }
    const confirmations = (await journal.confirmations([id])).get(id) ?? { count: 0, last: null };
    return { id, confirmations, events: counted(events) };
  },
});

/** Each event with the runs that had confirmed the record by then. */
function counted(events: readonly RecordEvent[]): RecordHistory["events"] {
  const runs = new Set<string>();
  return events.map((event) => {
    if (event.what === "Confirm" && event.outcome === "applied" && event.run !== null) runs.add(event.run);
    return { ...event, confirmations: runs.size };
  });
}
