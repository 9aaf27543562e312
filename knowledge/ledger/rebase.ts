import type { LedgerEvent } from "../ports/ledger.ts";
import type { SetAside, SharedBatch } from "../ports/ledger-sync.ts";
import { type Touch, touchOf } from "./rebase-touches.ts";
import type { SharedKind } from "./shared-kinds.ts";

interface Rebased {
  /** What of the local batches still holds, in their order, numbered after the remote's. */
  readonly kept: readonly SharedBatch[];
  readonly setAside: readonly SetAside[];
}

interface Both {
  readonly kind: SharedKind;
  /** What the remote has of the stream after the last event that both sides have; at least one batch. */
  readonly remote: readonly SharedBatch[];
  /** What was appended here after it. */
  readonly local: readonly SharedBatch[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Decides again what was appended here to a stream that the remote went on with: facts are kept, claims where nobody wrote
 * what they saw, and what rests on something that falls falls too (ADR 0036). Every local event is kept or set aside, once.
 * Pure.
 */
export function rebase({ kind, remote, local, now }: Both): Rebased {
  const theirs = new Writers();
  for (const { stream, first, events } of remote)
    events.forEach((event, index) => {
      theirs.add(touchOf(kind, event).writes, `${stream}#${first + index} (${event.type})`);
    });
  const fallen = new Writers();
  const kept: SharedBatch[] = [];
  const setAside: SetAside[] = [];
  let last = remote.at(-1)?.last ?? 0;
  for (const { stream, first, at, events } of local) {
    const judged = judge(
      events.map((event) => ({ event, touch: touchOf(kind, event) })),
      theirs,
      fallen,
    );
    const holding = judged.filter(({ why }) => why === null).map(({ event }) => event);
    const falling = judged.filter(({ why }) => why !== null);
    if (holding.length > 0) {
      kept.push({ stream, first: last + 1, last: last + holding.length, at, events: holding });
      last += holding.length;
    }
    const why = falling.find(({ why }) => why !== REST)?.why ?? falling[0]?.why;
    if (why == null) continue;
    setAside.push({ stream, first, at, asideAt: now, events: falling.map(({ event }) => event), why });
    for (const { event, touch } of falling) fallen.add(touch.writes, asideOf(event));
  }
  return { kept, setAside };
}

interface Touching {
  readonly event: LedgerEvent;
  readonly touch: Touch;
}

interface Judged extends Touching {
  /** Why it does not hold any more, or null. */
  readonly why: string | null;
}

/** Why a claim falls that would hold by itself. */
const REST = "what was decided with it was set aside";

/** What of one batch holds. */
function judge(batch: readonly Touching[], theirs: Writers, fallen: Writers): readonly Judged[] {
  const alone = batch.map(({ event, touch }) => {
    const first = theirs.of(touch, touch.sees);
    return { event, touch, why: first === null ? null : `${first} was there first` };
  });
  const rested = withRests(alone, fallen);
  if (rested.every(({ why }) => why === null)) return rested;
  // Claims of a batch fall with anything of it: they were decided on all of it, and so was the answer to their request.
  const claims = rested.map((one) =>
    one.touch.is === "claim" && one.why === null ? { ...one, why: REST } : one,
  );
  return withRests(claims, fallen);
}

/** The same, with what rests on something that fell, before or in this batch. */
function withRests(judged: readonly Judged[], fallen: Writers): readonly Judged[] {
  const here = new Writers(fallen);
  return judged.map((one) => {
    const { event, touch } = one;
    const below = here.of(touch, [...touch.sees, ...touch.rests]);
    const why = one.why ?? (below === null ? null : `it rests on ${below}`);
    if (why !== null) here.add(touch.writes, asideOf(event));
    return { event, touch, why };
  });
}

const asideOf = ({ type }: LedgerEvent): string => `${type}, which was set aside`;

/** Who was the first to write each thing. */
class Writers {
  readonly #by = new Map<string, string>();
  readonly #below: Writers | null;

  constructor(below: Writers | null = null) {
    this.#below = below;
  }

  add(things: readonly string[], who: string): void {
    for (const thing of things) if (!this.#by.has(thing)) this.#by.set(thing, who);
  }

  /** Who wrote one of these, or null. Whoever wrote everything wrote what a claim sees; a fact is told by name. */
  of({ is }: Pick<Touch, "is">, things: readonly string[]): string | null {
    if (things.length === 0) return null;
    const all = is === "claim" ? this.#by.get("*") : undefined;
    if (all !== undefined) return all;
    for (const thing of things) {
      const who = thing === "*" ? this.#by.values().next().value : this.#by.get(thing);
      if (who !== undefined) return who;
    }
    return this.#below?.of({ is }, things) ?? null;
  }
}
