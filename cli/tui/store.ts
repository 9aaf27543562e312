import { type Action, reduce } from "./reduce.ts";
import type { State } from "./state.ts";

/** The one place of the state. Whoever listens is called after each change, in the same tick. */
export interface Store {
  get(): State;
  dispatch(action: Action): void;
  listen(listener: () => void): () => void;
}

export function createStore(initial: State): Store {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
