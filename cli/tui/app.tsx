import { useApp, useInput, usePaste } from "ink";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { frameRows } from "./components/frame.ts";
import { Rows } from "./components/rows.tsx";
import { keysOf } from "./key-names.ts";
import { pasteText, pressKey } from "./press.ts";
import type { Reach } from "./reach.ts";
import type { State } from "./state.ts";
import type { Store } from "./store.ts";
import type { TerminalHandle } from "./terminal-handle.ts";
import type { Paint } from "./theme.ts";

const TICK_MS = 1000;

interface AppProps {
  readonly store: Store;
  readonly reach: Reach;
  readonly paint: Paint;
  readonly terminal: TerminalHandle;
  /** Whether the time that something takes is counted on the screen. */
  readonly ticks: boolean;
}

/** The screen: the state drawn as rows. */
export function App({ store, reach, paint, terminal, ticks }: AppProps) {
  const state = useScreen(store, reach, terminal);
  const isBusy = state.busy !== null;
  useEffect(() => {
    if (!isBusy || !ticks) return undefined;
    const timer = setInterval(() => store.dispatch({ type: "ticked" }), TICK_MS);
    return () => clearInterval(timer);
  }, [isBusy, ticks, store]);
  return <Rows rows={useMemo(() => frameRows(state, paint), [state, paint])} />;
}

/**
 * The state, with keys and pasted text on their way to it. The one place that listens: each key goes to the topmost
 * scope that knows it, in the order in which it came.
 */
export function useScreen(store: Store, reach: Reach, terminal: TerminalHandle): State {
  const { exit, suspendTerminal } = useApp();
  const state = useSyncExternalStore(store.listen, store.get);
  useEffect(() => {
    terminal.exit = exit;
    terminal.suspend = (during) => suspendTerminal(during);
  }, [terminal, exit, suspendTerminal]);
  useEffect(() => {
    if (state.leaving !== null) exit();
  }, [state.leaving, exit]);
  useInput((input, key) => {
    for (const name of keysOf(input, key)) pressKey(store, reach, name);
  });
  usePaste((text) => pasteText(store, text));
  return state;
}
