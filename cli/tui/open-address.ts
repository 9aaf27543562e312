import type { Reach } from "./reach.ts";
import type { Store } from "./store.ts";

/** Opens a web address in the browser; where there is none it is copied and shown. */
export async function openAddress(store: Store, reach: Reach, address: string): Promise<void> {
  const isOpen = await reach.browse(address);
  if (isOpen) return store.dispatch({ type: "noticed", notice: `opened ${address}` });
  const how = `no browser could be opened; ${reach.copy(address)}`;
  store.dispatch({ type: "sheet", sheet: { kind: "copied", how, text: address } });
}
