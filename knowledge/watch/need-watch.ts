import type { Config, WatchSettings } from "../config/config.ts";
import { AssayError } from "../errors.ts";

/**
 * What is watched by the settings, as the organisation that was asked for, or theirs. Errors: watch_unset, where nobody is
 * watched or it is another organisation.
 */
export function needWatch({ watch }: Pick<Config, "watch">, organisation?: string): WatchSettings {
  if (watch === null) throw new AssayError("watch_unset", { which: "" });
  if (organisation !== undefined && organisation !== watch.organisation)
    throw new AssayError("watch_unset", { which: ` as ${organisation}` });
  return watch;
}
