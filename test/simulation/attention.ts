import { DEFAULT_CONFIG } from "../../knowledge/config/config.ts";
import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";
import type { WatchEvents } from "../../knowledge/watch/watch-events.ts";
import { HOUR, MINUTE, SECOND } from "./scene.ts";

/** Who did something: people and CI, or a function of ours, which appends to its stream. */
export type Doer = "world" | "function";

/** When it has to be looked at, in milliseconds after that. */
const SOON: Readonly<Record<Doer, readonly number[]>> = {
  // At once, and when its checks have settled.
  world: [0, 10 * MINUTE],
  // When the lease of whoever was killed has ended.
  function: [16 * MINUTE],
};
/** Moments at which a rule of time can change what is decided: failures wait for an hour, a rest lasts an hour or a day. */
const LATER: Readonly<Record<Doer, readonly number[]>> = {
  world: [HOUR, 3 * HOUR],
  function: [HOUR, 3 * HOUR, 24 * HOUR],
};
/** By which clocks of functions may be behind. */
const CLOCKS_DIFFER = 2 * MINUTE;

/** Which repositories have to be looked at: where something happened, or where a rule of time falls due. */
export interface Attention {
  draw(repository: string, now: number, doer: Doer): void;
  /** From that moment on a look could tell something. */
  drawAt(repository: string, moment: number): void;
  isDrawn(repository: string, now: number): boolean;
  /** Whether a look could tell something: also where it is put off to the full hour. */
  mayDiffer(repository: string, now: number): boolean;
  /** It was looked at. */
  settle(repository: string, now: number): void;
}

interface Wake {
  /** From then on something may differ. */
  readonly from: number;
  /** When it is looked at. */
  readonly at: number;
}

/** What rules of time bring is looked at on the next full hour, so that one look serves many repositories. */
export function attention(): Attention {
  const wakes = new Map<string, readonly Wake[]>();
  const some = (repository: string, isMet: (wake: Wake) => boolean) =>
    wakes.get(repository)?.some(isMet) ?? false;
  const add = (repository: string, more: readonly Wake[]) =>
    void wakes.set(repository, [...(wakes.get(repository) ?? []), ...more]);
  return {
    draw(repository, now, doer) {
      const soon = SOON[doer].map((after) => ({ from: now + after, at: now + after }));
      const later = LATER[doer].map((after) => ({
        from: now + after,
        at: Math.ceil((now + after) / HOUR) * HOUR,
      }));
      add(repository, [...soon, ...later]);
    },
    drawAt: (repository, moment) => add(repository, [{ from: moment, at: moment }]),
    isDrawn: (repository, now) => some(repository, ({ at }) => at <= now),
    mayDiffer: (repository, now) => some(repository, ({ from }) => from <= now),
    settle(repository, now) {
      const left = wakes.get(repository)?.filter(({ from }) => from + CLOCKS_DIFFER > now) ?? [];
      if (left.length === 0) wakes.delete(repository);
      else wakes.set(repository, left);
    },
  };
}

/**
 * Moments at which what these events of a watch tell changes by time alone, counted from the events and not from what
 * happened in the world: a tip counts as one without CI so long after it was first seen, be that long after it was pushed.
 */
export function momentsOf(events: readonly LedgerEvent[]): readonly number[] {
  return events.flatMap(({ type, data }) => {
    if (type === "head.seen") {
      const { at, outcome } = data as unknown as WatchEvents["head.seen"];
      return outcome === "running" ? [Date.parse(at) + DEFAULT_CONFIG.ci.noCiAfterSeconds * SECOND] : [];
    }
    return type === "answer.waits"
      ? [Date.parse((data as unknown as WatchEvents["answer.waits"]).until)]
      : [];
  });
}
