import { errorText, plain } from "../value-text.ts";

/** A thrown value as the run format tells of it. */
export function failureOf(error: unknown): { type?: string; message: string; text?: string } {
  const { name, stack } = (error ?? {}) as { name?: unknown; stack?: unknown };
  return {
    ...(typeof name === "string" && name !== "" ? { type: name } : {}),
    message: errorText(error),
    ...(typeof stack === "string" ? { text: plain(stack) } : {}),
  };
}
