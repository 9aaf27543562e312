import { AssayError } from "#knowledge";
import type { EnvName } from "../lambda.ts";

/** The variables of these names. Errors: environment_missing. */
export function readEnv<Name extends EnvName>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const read = names.map((name) => {
    const value = process.env[name];
    if (value === undefined || value === "") throw new AssayError("environment_missing", { name });
    return [name, value] as const;
  });
  return Object.fromEntries(read) as Record<Name, string>;
}
