import { AssayError } from "#knowledge";
import type { Told } from "./state.ts";

/** Whatever was thrown, for the banner; an error that is not ours is told as a fault of ours. */
export function tellError(error: unknown): Told {
  const known =
    error instanceof AssayError
      ? error
      : new AssayError(
          "internal",
          { problem: error instanceof Error ? error.message : String(error) },
          error,
        );
  const { code, message, hint } = known;
  return { code, message, hint };
}
