/** How long a step may still take. */
export interface Deadline {
  /** Milliseconds, at least 1: Playwright takes 0 for ever. */
  left(): number;
  isOver(): boolean;
}

export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return {
    left: () => Math.max(1, Math.ceil(end - performance.now())),
    isOver: () => performance.now() >= end,
  };
}

/** What `work` gives, or `late` after so many milliseconds: a page that hangs answers nothing, and some calls wait for ever. */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<T>((resolve) => {
        timer = setTimeout(() => resolve(late()), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
