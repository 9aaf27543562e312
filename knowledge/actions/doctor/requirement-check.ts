import { ITEM } from "../../item/item.ts";
import { readState } from "../../ledger/read-state.ts";
import type { Deps } from "../../ports/deps.ts";
import type { StoredEvent } from "../../ports/ledger.ts";
import { EXECUTION } from "../../qa/execution-projection.ts";
import { unpairedSources } from "../../qa/unpaired-sources.ts";
import type { Check } from "./diagnosis.ts";

/** Subjects that are looked at, the last by name. */
const MOST = 200;

/**
 * Whether every requirement has the event that made it, for each source by itself; null where nothing has to be proved
 * here. Errors: those of the ledger.
 */
export async function checkRequirements({ ledger }: Pick<Deps, "ledger">): Promise<Omit<Check, "id"> | null> {
  const all = [...(await ledger.streams("item/")), ...(await ledger.streams("execution/"))];
  if (all.length === 0) return null;
  const streams = all.slice(-MOST);
  const wrong: string[] = [];
  let rows = 0;
  for (const stream of streams) {
    const state = stream.startsWith("item/")
      ? (await readState(ledger, stream, ITEM)).state.qa
      : (await readState(ledger, stream, EXECUTION)).state;
    const events: StoredEvent[] = [];
    for await (const event of ledger.read(stream)) events.push(event);
    rows += Object.keys(state.requirements).length;
    for (const { source, rows: held, events: made } of unpairedSources(state, events))
      wrong.push(`${stream}: ${held} ${source} rows, ${made} events`);
  }
  const of = streams.length < all.length ? `, of the last ${streams.length} of ${all.length} subjects` : "";
  if (wrong.length === 0)
    return { state: "ok", found: `${rows} requirements, each with its event${of}`, mend: null };
  return {
    state: "fail",
    found: `requirements and the events that made them do not pair: ${wrong.slice(0, 3).join("; ")}`,
    mend: "report it with `assay doctor --json`: a row without its event is a fault of Assay",
  };
}
