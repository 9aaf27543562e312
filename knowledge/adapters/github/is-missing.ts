import { AssayError } from "../../errors.ts";

/** Whether the forge has no such thing, or shows it to nobody with this token. */
export function isMissing(error: unknown): boolean {
  return error instanceof AssayError && error.code === "forge_missing";
}
