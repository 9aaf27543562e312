import { processState } from "./process-state.ts";

/** Runs a piece of a recorder's work. What goes wrong in it is told once on stderr and never reaches the tests. */
export function neverFail<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    tellOnce(error);
    return undefined;
  }
}

/** The first trouble of the process, in one line on stderr. */
export function tellOnce(error: unknown): void {
  const state = processState();
  if (state.told) return;
  state.told = true;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/[\s\p{Cc}]+/gu, " ");
  try {
    process.stderr.write(
      `assay: the recorder saw less than it could (${reason.slice(0, 300)}); no test is affected\n`,
    );
  } catch {
    // A closed stderr is no reason to fail a test.
  }
}
