import { AssayError } from "../errors.ts";

/** Errors that stay what they are however often it is tried. */
const REFUSALS: ReadonlySet<string> = new Set([
  "push_refused",
  "edit_refused",
  "forge_refused",
  "forge_missing",
  "forge_denied",
  "change_text_missing",
  // Rather told once too little than twice, and said so.
  "webhook_unavailable",
]);

/** Whether what was to be written is not taken and will not be: an answer, which ends no run. */
export function isFinalRefusal(error: unknown): error is AssayError {
  // Without a token, or with one that is no longer valid, a person sets one and goes on.
  return error instanceof AssayError && REFUSALS.has(error.code) && error.data.status !== 401;
}
