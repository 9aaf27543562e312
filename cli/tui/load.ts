import { budgetLeft } from "./budget-left.ts";
import { layoutOf } from "./layout.ts";
import { firstRow } from "./list-window.ts";
import type { Operations } from "./operations.ts";
import { type ScreenId, screenOf } from "./screens/index.ts";
import { currentRow, detailKey, listOf, PAGE, type State } from "./state.ts";
import type { Store } from "./store.ts";
import { tellError } from "./tell-error.ts";

export type Request =
  | {
      readonly kind: "page";
      readonly screen: ScreenId;
      readonly filter: string;
      readonly of: string | null;
      readonly page: number;
    }
  | { readonly kind: "detail"; readonly screen: ScreenId; readonly row: string }
  | { readonly kind: "budget" };

/** What the screen shows and has not, or has of an older version; pure. */
export function wanted(state: State): readonly Request[] {
  const { place, version, details, failed } = state;
  const layout = layoutOf(state);
  const list = listOf(state);
  const requests: Request[] = [];
  // A detail of the list's own row needs the list, also where that has no pane.
  if (layout.list !== null || (place.only === null && currentRow(state) === undefined)) {
    const top = firstRow(list, layout.body - 1);
    const last = Math.max(0, Math.min(top + layout.body, (list.total ?? 1) - 1));
    const pages = new Set([Math.floor(list.at / PAGE), Math.floor(top / PAGE), Math.floor(last / PAGE)]);
    for (const page of pages)
      if (list.pages.get(page)?.version !== version)
        requests.push({ kind: "page", screen: place.screen, filter: list.filter, of: list.of, page });
  }
  const row = currentRow(state);
  if (layout.detail !== null && row !== undefined)
    if (details.get(detailKey(place.screen, row.id))?.version !== version)
      requests.push({ kind: "detail", screen: place.screen, row: row.id });
  // For the status line: how much waits for a person.
  const home = state.lists.home;
  if (requests.length === 0 && home.pages.get(0)?.version !== version)
    requests.push({ kind: "page", screen: "home", filter: home.filter, of: home.of, page: 0 });
  if (requests.length === 0 && state.budget.version !== version) requests.push({ kind: "budget" });
  return requests.filter((request) => !failed.has(requestKey(request)));
}

/**
 * Fetches what is wanted after each change of the state, each thing once at a time, and one detail at a time: who
 * runs through a list waits for the last one only. Gives a function that asks for nothing more.
 */
export function startLoading(store: Store, operations: Operations): () => void {
  const running = new Set<string>();
  const look = () => {
    const state = store.get();
    for (const request of wanted(state)) {
      const key = request.kind === "detail" ? "detail" : requestKey(request);
      if (running.has(key)) continue;
      running.add(key);
      void fetchOne(store, operations, request, state).finally(() => {
        running.delete(key);
        look();
      });
    }
  };
  look();
  return store.listen(look);
}

async function fetchOne(store: Store, operations: Operations, request: Request, state: State): Promise<void> {
  const { version } = state;
  if (request.kind === "budget") {
    // Where it cannot be read the line goes without: Budget and Doctor say why.
    const left = await operations.budget({ limit: 1 }).then(budgetLeft, () => null);
    store.dispatch({ type: "budget", version, left });
    return;
  }
  const screen = screenOf(request.screen);
  try {
    if (request.kind === "page") {
      const { filter, of, page } = request;
      const window = { filter, of, offset: page * PAGE, limit: PAGE };
      const result = await screen.rows(operations, window);
      store.dispatch({ type: "page", screen: request.screen, filter, of, page, version, result });
    } else {
      const row = currentRow(state);
      if (row === undefined) return;
      const detail = await screen.detail(operations, row);
      store.dispatch({ type: "detail", key: detailKey(request.screen, row.id), version, detail });
    }
  } catch (error) {
    store.dispatch({ type: "failed", request: requestKey(request), version, told: tellError(error) });
  }
}

function requestKey(request: Request): string {
  if (request.kind === "budget") return "budget";
  return request.kind === "page"
    ? `page ${request.screen} ${request.page} ${request.of ?? ""} ${request.filter}`
    : `detail ${detailKey(request.screen, request.row)}`;
}
