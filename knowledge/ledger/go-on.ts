import type { SetAside, SharedBatch, Tail } from "../ports/ledger-sync.ts";
import { rebase } from "./rebase.ts";
import type { SharedKind } from "./shared-kinds.ts";

/** How a stream of this clone goes on with what the remote has of it. */
export interface GoneOn {
  /** Sequence after which what is here is taken out. */
  readonly keptTo: number;
  readonly added: readonly SharedBatch[];
  /** Sequence up to which the stream is at the remote. */
  readonly shared: number;
  readonly setAside: readonly SetAside[];
  /** Events of the remote that were not here, and local ones that were put after them. */
  readonly received: number;
  readonly movedOn: number;
}

/**
 * Puts what the remote has after the shared part of a stream into its place. Batches that are the same on both sides were
 * pushed from here, or from a copy of this ledger; the rest of the tail is decided again. Pure.
 */
export function goOn(
  kind: SharedKind,
  { shared, batches }: Tail,
  remote: readonly SharedBatch[],
  now: number,
): GoneOn {
  let same = 0;
  while (same < Math.min(remote.length, batches.length) && isSame(remote[same], batches[same])) same += 1;
  const theirs = remote.slice(same);
  const ours = batches.slice(same);
  const there = remote.at(-1)?.last ?? shared;
  if (theirs.length === 0) {
    const keptTo = batches.at(-1)?.last ?? shared;
    return { keptTo, added: [], shared: there, setAside: [], received: 0, movedOn: 0 };
  }
  const { kept, setAside } =
    ours.length === 0 ? { kept: [], setAside: [] } : rebase({ kind, remote: theirs, local: ours, now });
  return {
    keptTo: remote[same - 1]?.last ?? shared,
    added: [...theirs, ...kept],
    shared: there,
    setAside,
    received: eventsOf(theirs),
    movedOn: eventsOf(kept),
  };
}

/** How many events batches hold. */
export function eventsOf(batches: readonly SharedBatch[]): number {
  return batches.reduce((sum, { events }) => sum + events.length, 0);
}

function isSame(one: SharedBatch | undefined, other: SharedBatch | undefined): boolean {
  return (
    one?.first === other?.first &&
    one?.last === other?.last &&
    one?.at === other?.at &&
    JSON.stringify(one?.events) === JSON.stringify(other?.events)
  );
}
