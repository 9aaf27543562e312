import { AssayError } from "#knowledge";

/** An error as the log tells it: fixed keys and texts, nothing that it carries along from outside. */
export function toldError(
  error: unknown,
): Readonly<Record<string, string | null>> & { readonly code: string } {
  if (!(error instanceof Error)) return { code: "internal", message: String(error), hint: null, stack: null };
  const { message, stack = null, cause } = error;
  return {
    code: error instanceof AssayError ? error.code : "internal",
    message,
    hint: error instanceof AssayError ? error.hint : null,
    stack,
    cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : null,
  };
}
