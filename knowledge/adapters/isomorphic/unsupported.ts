import { AssayError } from "../../errors.ts";

/** What a plain git remote does not have, as an error. `what` is in the plural, e.g. `issues`. */
export function unsupported(host: string, what: string): AssayError {
  return new AssayError("forge_unsupported", { host, what });
}
