import { AssayError } from "#knowledge";
import { type Watched, watchedRepositories } from "./watched-repositories.ts";

/**
 * The same names, held to the organisation that a message names: a token would be made out for what another one watches.
 * Errors: watch_unknown.
 */
export function needWatched(watch: Watched, names: readonly string[]): readonly string[] {
  const known = new Set(watchedRepositories(watch).map((name) => name.toLowerCase()));
  const stranger = names.find((name) => !known.has(name.toLowerCase()));
  if (stranger === undefined) return names;
  throw new AssayError("watch_unknown", {
    repository: stranger,
    reason: `${watch.organisation} has no product with it`,
  });
}
