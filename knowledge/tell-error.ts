import { AssayError } from "./errors.ts";

/** What went wrong and the way out, in one line, whoever threw it. */
export function tellError(error: unknown): string {
  if (error instanceof AssayError) return `${error.message}; ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error; `internal` for one that is not ours. */
export function codeOf(error: unknown): string {
  return error instanceof AssayError ? error.code : "internal";
}
