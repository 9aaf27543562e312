import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Reach } from "./reach.ts";
import type { Store } from "./store.ts";

/** Opens a web address in the browser; where there is none it is copied and shown. */
export async function openAddress(store: Store, reach: Reach, address: string): Promise<void> {
  await openOrCopy(store, reach, address, address);
}

/** Opens a file of the evidence that is kept here, by its path there; where that cannot be done the path is copied. */
export async function openEvidence(store: Store, reach: Reach, path: string): Promise<void> {
  const file = reach.evidence === null ? path : join(reach.evidence, path);
  await openOrCopy(store, reach, pathToFileURL(file).href, file);
}

async function openOrCopy(store: Store, reach: Reach, address: string, shown: string): Promise<void> {
  const isOpen = await reach.browse(address);
  if (isOpen) return store.dispatch({ type: "noticed", notice: `opened ${shown}` });
  const how = `no browser could be opened; ${reach.copy(shown)}`;
  store.dispatch({ type: "sheet", sheet: { kind: "copied", how, text: shown } });
}
