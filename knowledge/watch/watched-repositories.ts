import type { WatchSettings } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { RepositoryName } from "../ports/forge.ts";

export interface WatchedRepository {
  /** As it is written in the settings. */
  readonly repository: RepositoryName;
  readonly product: string;
  /** False for the platform that Assay itself runs on: it is never looked at (C-076). */
  readonly watched: boolean;
}

/** The repositories of all products in the order of the settings, each once; what is the platform's anywhere is the platform's. Pure. */
export function watchedRepositories({
  products,
}: Pick<WatchSettings, "products">): readonly WatchedRepository[] {
  const own = new Set(
    products
      .filter(({ platform }) => platform)
      .flatMap(({ repositories }) => repositories.map((name) => name.toLowerCase())),
  );
  const found = new Map<string, WatchedRepository>();
  for (const { name: product, repositories } of products)
    for (const name of repositories) {
      const key = name.toLowerCase();
      if (found.has(key)) continue;
      found.set(key, { repository: name as RepositoryName, product, watched: !own.has(key) });
    }
  return [...found.values()];
}

/** One of them by its name in any case. Errors: watch_unknown, where it is none of them or the platform's. */
export function watchedRepository(
  settings: Pick<WatchSettings, "products">,
  name: string,
): WatchedRepository {
  const found = watchedRepositories(settings).find(
    ({ repository }) => repository.toLowerCase() === name.toLowerCase(),
  );
  if (found === undefined)
    throw new AssayError("watch_unknown", { repository: name, reason: "no product of the settings has it" });
  if (!found.watched)
    throw new AssayError("watch_unknown", {
      repository: name,
      reason: "it belongs to the platform that Assay itself runs on",
    });
  return found;
}
