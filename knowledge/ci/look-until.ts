import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";

/** What a look came to. */
export type Looked<Answer> =
  | { readonly kind: "over"; readonly answer: Answer }
  /** To be looked at again, at the latest after this time; `anew`: something came, so pauses begin short again. */
  | { readonly kind: "again"; readonly withinMs: number; readonly anew: boolean };

export interface Pace {
  readonly firstMs: number;
  readonly longestMs: number;
}

const GROWTH = 1.5;
/** Looks in a row that may fail. */
const MOST_FAILURES = 5;

/**
 * Looks again and again, in pauses that grow, until it is over. A forge that is away for a moment ends no wait: `failed`
 * says how to go on then. When the first look fails, or several in a row, the error is thrown.
 */
export async function lookUntil<Answer>(
  { pause }: Pick<Deps, "pause">,
  { firstMs, longestMs }: Pace,
  look: () => Promise<Looked<Answer>>,
  failed: (error: AssayError) => Looked<Answer>,
): Promise<Answer> {
  let pauseMs = firstMs;
  let hasLooked = false;
  let failures = 0;
  for (;;) {
    let seen: Looked<Answer>;
    try {
      seen = await look();
      hasLooked = true;
      failures = 0;
    } catch (error) {
      const isPassing = error instanceof AssayError && error.code === "forge_unavailable";
      if (!isPassing || !hasLooked || ++failures >= MOST_FAILURES) throw error;
      seen = failed(error);
    }
    if (seen.kind === "over") return seen.answer;
    if (seen.anew) pauseMs = firstMs;
    await pause.sleep(Math.max(1, Math.min(pauseMs, seen.withinMs)));
    pauseMs = Math.max(firstMs, Math.min(longestMs, pauseMs * GROWTH));
  }
}
