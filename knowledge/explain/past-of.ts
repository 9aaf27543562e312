import type { Context, Symptoms } from "../cause/symptoms.ts";
import type { History } from "../ports/history.ts";

/** Failed tests whose past is looked up, and how far back. */
const NAMES_LOOKED_UP = 200;
const RUNS_LOOKED_UP = 50;

/**
 * What a history holds of the failed tests; undefined where none failed or it cannot be used, which `onError` hears:
 * without a history nothing is known to be flaky, and that is all.
 */
export async function pastOf(
  history: History,
  symptoms: Symptoms,
  onError: (error: unknown) => void,
): Promise<Context["history"]> {
  const names = symptoms.tests?.failedNames.slice(0, NAMES_LOOKED_UP) ?? [];
  if (names.length === 0) return undefined;
  try {
    return await history.of(names, RUNS_LOOKED_UP);
  } catch (error) {
    onError(error);
    return undefined;
  }
}
