import { setImmediate as nextTurn } from "node:timers/promises";
import type { Random } from "./random.ts";

/** How a run of a function ends before its time. */
export interface Kill {
  /** Name of the call at which it happens. */
  readonly call: string;
  /** Whether the call takes effect before; its answer is never heard. */
  readonly when: "before" | "after";
}

/** A run of a function: every call to the outside goes through it, and none comes back once it is over. */
export interface RunLife {
  call<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer>;
  /**
   * As `call`, but one that does not come back fails instead: all clients of a process share a row of requests, in which
   * it would keep its place for ever.
   */
  request<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer>;
  /** Resolves when the run is killed. */
  readonly killed: Promise<"killed">;
}

const NEVER = new Promise<never>(() => {});

/** A run that ends at a call, or by itself; `slowness` has it wait some turns before each call, so that others come between. */
export function runLife(kill: Kill | null, slowness: Random | null, heard: (call: string) => void): RunLife {
  let isOver = false;
  let end: (how: "killed") => void = () => {};
  const killed = new Promise<"killed">((resolve) => {
    end = resolve;
  });
  const die = (): Promise<never> => {
    isOver = true;
    end("killed");
    return NEVER;
  };
  const broken = killed.then((): never => {
    throw new TypeError("fetch failed");
  });
  broken.catch(() => {});
  const life: RunLife = {
    killed,
    request: (name, work) => Promise.race([life.call(name, work), broken]),
    async call(name, work) {
      if (isOver) return NEVER;
      for (let turns = slowness?.below(4) ?? 0; turns > 0; turns--) await nextTurn();
      if (isOver) return NEVER;
      heard(name);
      const isMet = kill?.call === name;
      if (isMet && kill.when === "before") return die();
      try {
        const answer = await work();
        return isOver || isMet ? die() : answer;
      } catch (error) {
        if (isOver || isMet) return die();
        throw error;
      }
    },
  };
  return life;
}

/** Which calls each function makes, and how often a run of it was killed at them. */
export interface KillBook {
  heard(lambda: string, call: string): void;
  /** The kill that was tried least often; null where no call of the function is known. */
  plan(lambda: string, random: Random): Kill | null;
  /** A kill that came to pass. */
  note(lambda: string, kill: Kill): void;
  /** By function and call: how often before, and after it took effect. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<Kill["when"], number>>>>;
}

export function killBook(): KillBook {
  const rows = new Map<string, Map<string, Record<Kill["when"], number>>>();
  const tried = new Map<string, number>();
  const keyOf = (lambda: string, { call, when }: Kill) => `${lambda} ${call} ${when}`;
  return {
    rows,
    heard(lambda, call) {
      const calls = rows.get(lambda) ?? new Map<string, Record<Kill["when"], number>>();
      rows.set(lambda, calls);
      if (!calls.has(call)) calls.set(call, { before: 0, after: 0 });
    },
    plan(lambda, random) {
      const kills = [...(rows.get(lambda)?.keys() ?? [])].flatMap((call): Kill[] => [
        { call, when: "before" },
        { call, when: "after" },
      ]);
      const timesOf = (kill: Kill) => tried.get(keyOf(lambda, kill)) ?? 0;
      const fewest = Math.min(...kills.map(timesOf));
      const left = kills.filter((kill) => timesOf(kill) === fewest);
      if (left.length === 0) return null;
      const kill = random.pick(left);
      tried.set(keyOf(lambda, kill), fewest + 1);
      return kill;
    },
    note(lambda, { call, when }) {
      const row = rows.get(lambda)?.get(call);
      if (row !== undefined) row[when] += 1;
    },
  };
}
