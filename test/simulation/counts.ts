import type { BucketUse } from "./measured-artifacts.ts";
import { NO_USE, sumOfUse, type TableUse } from "./units.ts";

/** What was asked of services, of whatever part of a simulation. */
export interface Use extends TableUse {
  readonly github: number;
  readonly puts: number;
  readonly gets: number;
  /** Messages that were sent. */
  readonly messages: number;
  /** Runs of functions. */
  readonly runs: number;
}

export const NOTHING: Use = { ...NO_USE, github: 0, puts: 0, gets: 0, messages: 0, runs: 0 };

/** Counts by any key, e.g. a function or a repository and month. */
export interface Counts {
  add(key: string, use: Partial<Use> | BucketUse | TableUse, times?: number): void;
  of(key: string): Use;
  entries(): readonly (readonly [string, Use])[];
}

export function counts(): Counts {
  const kept = new Map<string, Use>();
  const of = (key: string) => kept.get(key) ?? NOTHING;
  return {
    of,
    add(key, use, times = 1) {
      kept.set(key, sumOf(of(key), { ...NOTHING, ...use }, times));
    },
    entries: () => [...kept],
  };
}

export function sumOf(one: Use, other: Use, times = 1): Use {
  const table = sumOfUse(one, {
    requests: other.requests * times,
    read: other.read * times,
    written: other.written * times,
  });
  return {
    ...table,
    github: one.github + other.github * times,
    puts: one.puts + other.puts * times,
    gets: one.gets + other.gets * times,
    messages: one.messages + other.messages * times,
    runs: one.runs + other.runs * times,
  };
}
