import type { Store } from "./store.ts";

interface Refused {
  readonly id: string;
  readonly code: string;
  readonly why: string;
  readonly recover: string;
}

/** Tells why a rule did not allow an act, and the way out: the first of them, and how many more there are. */
export function tellRefused(store: Store, refused: readonly Refused[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const { id, code, why, recover } = first;
  const others = refused.length === 1 ? "" : ` (and ${refused.length - 1} more)`;
  store.dispatch({ type: "told", banner: { code, message: `${id}: ${why}${others}`, hint: recover } });
}
