import { join } from "node:path";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import type { StoredEvent } from "../../knowledge/ports/ledger.ts";

/** The events of each run that the ledger of a repository has, by run. */
export async function learningEvents(folder: string): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
  const ledger = sqliteLedger(join(folder, ".git/assay/ledger.db"), { now: () => 0 });
  const runs = new Map<string, readonly StoredEvent[]>();
  for (const stream of await ledger.streams("learning/")) {
    const events: StoredEvent[] = [];
    for await (const event of ledger.read(stream)) events.push(event);
    runs.set(stream.slice("learning/".length), events);
  }
  await ledger.close();
  return runs;
}

/** The types of the events of the only run. */
export async function typesOfOnlyRun(folder: string): Promise<readonly string[]> {
  const runs = [...(await learningEvents(folder)).values()];
  if (runs.length !== 1) throw new Error(`${runs.length} runs`);
  return (runs[0] ?? []).map(({ type }) => type);
}
