import { AssayError } from "#knowledge";

/** The JSON value of a flag. Errors: usage_invalid. */
export function jsonValue(text: string, flag: string, command: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AssayError("usage_invalid", {
      problem: `--${flag} is not JSON: ${text.slice(0, 80)}`,
      command,
    });
  }
}

/** The same, where it has to be an object. */
export function jsonObject(text: string, flag: string, command: string): Record<string, unknown> {
  const value = jsonValue(text, flag, command);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new AssayError("usage_invalid", { problem: `--${flag} is not a JSON object`, command });
}
