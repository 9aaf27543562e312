/** A row of writes of which each begins at least so many milliseconds after the one before. */
export interface WritePace {
  /** Answers when the next write may begin. */
  turn(): Promise<void>;
}

/** GitHub asks for a second between writes and limits whoever is faster. */
export function writePace(milliseconds: number): WritePace {
  let next = 0;
  return {
    async turn() {
      const now = performance.now();
      const begin = Math.max(now, next);
      next = begin + milliseconds;
      if (begin > now) await new Promise((resolve) => setTimeout(resolve, begin - now));
    },
  };
}
