import { createHash } from "node:crypto";

/** Chance that comes out the same for the same seed. */
export interface Random {
  /** From 0, less than 1. */
  next(): number;
  /** A whole number from 0, less than `limit`. */
  below(limit: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A time until something happens that happens by chance, this long in the mean. */
  wait(mean: number): number;
  bytes(count: number): Uint8Array;
  /** Chance of its own for a part of the world, whatever the others draw. */
  of(part: string): Random;
}

/** Chance by the generator mulberry32 of a seed's digest. */
export function randomOf(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE();
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
    wait: (mean) => -Math.log(1 - next()) * mean,
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
    of: (part) => randomOf(`${seed}/${part}`),
  };
}
