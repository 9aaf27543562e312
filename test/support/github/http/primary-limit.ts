import type { GithubClock } from "../clock.ts";
import type { TokenState } from "../state/token-state.ts";

const HOUR = 3_600_000;

export interface Quota {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

/** Requests an hour, counted for each owner of a quota from its first request on. */
export interface PrimaryLimit {
  look(actor: TokenState): Quota;
  /** Uses one request; false where none is left. */
  use(actor: TokenState): boolean;
  /** Gives the last one back: an answer 304 is free. */
  giveBack(actor: TokenState): void;
}

export function primaryLimit(clock: GithubClock): PrimaryLimit {
  const windows = new Map<string, { used: number; ends: number }>();
  const windowOf = (actor: TokenState): { used: number; ends: number } => {
    const now = clock.now();
    const known = windows.get(actor.quota);
    if (known !== undefined && known.ends > now) return known;
    const fresh = { used: 0, ends: now + HOUR };
    windows.set(actor.quota, fresh);
    return fresh;
  };
  return {
    look: (actor) => {
      const { used, ends } = windowOf(actor);
      const remaining = Math.max(0, actor.limit - used);
      return { limit: actor.limit, used, remaining, reset: Math.ceil(ends / 1_000) };
    },
    use: (actor) => {
      const window = windowOf(actor);
      if (window.used >= actor.limit) return false;
      window.used += 1;
      return true;
    },
    giveBack: (actor) => {
      windowOf(actor).used -= 1;
    },
  };
}
