import { PURPOSES, type Purpose } from "../../lambdas/token/purposes.ts";
import { MINUTE } from "./scene.ts";
import type { World } from "./world.ts";

/** Requests to GitHub that a token takes: the installation is found, and the token made. */
export const MINTING = 2;
/** Milliseconds that a token is used again. */
const LASTS = 55 * MINUTE;

/** Tokens as the functions have them: one process a function keeps each for a while. */
export interface Tokens {
  of(lambda: string, purpose: Purpose, names: readonly string[]): string;
}

/** Tokens of the double, narrowed to purpose and repositories; `minted` hears of each that had to be asked for. */
export function tokensOf({ scene, lives }: World, minted: () => void): Tokens {
  const { github } = scene;
  const made = new Map<string, string>();
  const until = new Map<string, number>();
  return {
    of(lambda, purpose, names) {
      const key = `${purpose} ${names.toSorted().join(" ")}`.toLowerCase();
      const kept = `${lambda} ${key}`;
      if (scene.now() >= (until.get(kept) ?? 0)) {
        until.set(kept, scene.now() + LASTS);
        minted();
      }
      const known = made.get(key);
      if (known !== undefined) return known;
      // A token is for repositories, whatever they are called by now.
      const called = names.map((name) => {
        const state = lives.get(name as never)?.repo.state;
        return state === undefined ? name : `${state.owner}/${state.name}`;
      });
      const quota = names[0]?.split("/")[0];
      const token = github.token({
        permissions: PURPOSES[purpose],
        repositories: [...names, ...called],
        quota,
      });
      made.set(key, token);
      return token;
    },
  };
}
