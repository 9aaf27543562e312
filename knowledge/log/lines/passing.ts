import { openLineCutter, seekLineEnd } from "./line-cutter.ts";
import { columnsEnd, hashMasked } from "./masked-line.ts";

/** The lines of a passing log, masked and hashed: enough to say "this line is new", in fixed memory. */
export interface PassingLines {
  /** By {@link hashMasked}. False: the line is surely new. True: it is known, but for the odds below. */
  has(hash: number): boolean;
  /** False where the passing log had no line at all: then nothing can be called new. */
  readonly some: boolean;
}

export interface PassingReader {
  write(chunk: Uint8Array): void;
  end(): PassingLines;
}

const BITS = 2 ** 26;

/**
 * Reads a passing log of the same job once and keeps a Bloom filter of 8 MiB, three bits a line: of a
 * hundred thousand new lines about eight are taken for known after a million distinct lines, and about
 * five in a hundred after ten million.
 */
export function readPassing(): PassingReader {
  const filter = new Uint32Array(BITS / 32);
  let some = false;
  let columns: boolean | null = null;
  function add(bytes: Uint8Array, from: number, to: number): void {
    columns ??= columnsEnd(bytes, from, to) > from;
    const hash = hashMasked(bytes, columns ? columnsEnd(bytes, from, to) : from, to);
    if (hash === 0) return;
    some = true;
    for (const factor of FACTORS) {
      const bit = bitOf(hash, factor);
      filter[bit >>> 5]! |= 1 << (bit & 31);
    }
  }
  const cutter = openLineCutter({
    seek: seekLineEnd,
    line: (bytes, _base, from, to) => add(bytes, from, to),
  });
  return {
    write: cutter.write,
    end() {
      cutter.end();
      const has = (hash: number) =>
        hash === 0 ||
        FACTORS.every((factor) => {
          const bit = bitOf(hash, factor);
          return (filter[bit >>> 5]! & (1 << (bit & 31))) !== 0;
        });
      return { has, some };
    },
  };
}

/** Of the finalisers of MurmurHash3: three positions from one hash. */
const FACTORS = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

function bitOf(hash: number, factor: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), factor);
  return (mixed ^ (mixed >>> 13)) & (BITS - 1);
}
