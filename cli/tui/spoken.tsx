import { Static, Text } from "ink";
import { useEffect, useState } from "react";
import { useScreen } from "./app.tsx";
import type { Reach } from "./reach.ts";
import { spokenParts, spokenSince } from "./spoken-parts.ts";
import type { Store } from "./store.ts";
import type { TerminalHandle } from "./terminal-handle.ts";

interface SpokenProps {
  readonly store: Store;
  readonly reach: Reach;
  readonly terminal: TerminalHandle;
}

/** The screen for those who hear it: what changed is added as a line below, nothing is drawn over. */
export function Spoken({ store, reach, terminal }: SpokenProps) {
  const state = useScreen(store, reach, terminal);
  const [said, say] = useState<{ parts: ReadonlyMap<string, readonly string[]>; lines: readonly string[] }>({
    parts: new Map(),
    lines: [],
  });
  useEffect(() => {
    const parts = spokenParts(state);
    say((before) => ({ parts, lines: [...before.lines, ...spokenSince(before.parts, parts)] }));
  }, [state]);
  return <Static items={[...said.lines]}>{(line, at) => <Text key={at}>{line}</Text>}</Static>;
}
