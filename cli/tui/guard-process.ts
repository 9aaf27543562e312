/** Exit codes of a process that a signal ended, as shells have them. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface Guard {
  /** Runs something that has the terminal: its ctrl-c is its own. */
  suspended(during: () => Promise<void>): Promise<void>;
  release(): void;
}

/**
 * While the screen is open, signals and faults end the screen first, so that the terminal is as before when the
 * process ends. Listeners that were there are put back afterwards.
 */
export function guardProcess({ end, fail }: { end(code: number): void; fail(error: unknown): void }): Guard {
  let isSuspended = false;
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const handler = () => {
      if (signal !== "SIGINT" || !isSuspended) end(code);
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", fail);
  return {
    async suspended(during) {
      isSuspended = true;
      try {
        await during();
      } finally {
        isSuspended = false;
      }
    },
    release() {
      for (const { signal, handler } of handlers) process.off(signal, handler);
      process.off("uncaughtException", fail);
      for (const other of others) process.on("uncaughtException", other);
    },
  };
}
