import type { Store } from "./store.ts";
import { tellError } from "./tell-error.ts";

/** Runs what may fail; the error stays in the banner until it is put away. */
export async function attempt(store: Store, busy: string | null, what: () => Promise<void>): Promise<void> {
  if (busy !== null) store.dispatch({ type: "busy", what: busy });
  try {
    await what();
  } catch (error) {
    store.dispatch({ type: "told", banner: tellError(error) });
  } finally {
    if (busy !== null) store.dispatch({ type: "busy", what: null });
  }
}
