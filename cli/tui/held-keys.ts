import type { Binding, KeyAction, Need } from "./keymap.ts";
import { currentDetail, currentRow, listOf, type State } from "./state.ts";
import type { Store } from "./store.ts";

/** What a key needs that is no entry. */
const WITHOUT_ROW: ReadonlySet<Need> = new Set<Need>(["link", "back", "forward"]);

/** What scrolls a detail, or opens what it names. */
const OF_DETAIL: ReadonlySet<KeyAction> = new Set<KeyAction>([
  "down",
  "up",
  "page-down",
  "page-up",
  "half-down",
  "half-up",
  "first",
  "last",
  "links",
]);

/** Whether a key is about something that is still being read; pure. */
export function mustWait(state: State, { needs, action }: Pick<Binding, "needs" | "action">): boolean {
  const isAboutRow = needs !== undefined && !WITHOUT_ROW.has(needs);
  // Whose requirements are listed is said by the item under the cursor.
  const isAboutItem = action === "go-requirements" && state.place.screen === "work";
  if (isAboutRow || isAboutItem) return isListAwaited(state);
  return OF_DETAIL.has(action) && isDetailAwaited(state);
}

function isListAwaited(state: State): boolean {
  const { place, sheet, failed } = state;
  const isThere = place.only !== null || currentRow(state) !== undefined || listOf(state).total === 0;
  return sheet === null && !isThere && failed.size === 0;
}

function isDetailAwaited(state: State): boolean {
  const { place, sheet, failed } = state;
  const hasRow = currentRow(state) !== undefined || isListAwaited(state);
  return (
    sheet === null &&
    place.pane !== "list" &&
    hasRow &&
    currentDetail(state) === undefined &&
    failed.size === 0
  );
}

interface Held {
  readonly keys: string[];
}

const HELD = new WeakMap<Store, Held>();

/** Whether keys wait: those that come after them wait as well, so that the order in which they came stays. */
export function areKeysHeld(store: Store): boolean {
  return HELD.has(store);
}

/** Drops what waits. */
export function dropHeld(store: Store): void {
  HELD.delete(store);
}

/**
 * Keeps a key until what it is about has been read, or could not be: then `press` gets it and those that were kept after
 * it. `isReady` tells of the first one whether it still waits.
 */
export function holdKey(
  store: Store,
  key: string,
  isReady: () => boolean,
  press: (key: string) => void,
): void {
  const before = HELD.get(store);
  if (before !== undefined) {
    before.keys.push(key);
    return;
  }
  const held: Held = { keys: [key] };
  HELD.set(store, held);
  const stop = store.listen(() => {
    if (HELD.get(store) !== held) return stop();
    if (!isReady()) return;
    stop();
    HELD.delete(store);
    for (const one of held.keys) press(one);
  });
}
