import type { Config } from "../config/config.ts";
import { repositoryAt } from "../config/repository-url.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { readRemote } from "./read-remote.ts";

/** The repositories at the forge's host that the clone has remotes of; where a fork is cloned, its source first. */
export async function repositoriesHere(
  { repository }: Pick<Deps, "repository">,
  host: string,
): Promise<readonly RepositoryName[]> {
  const wanted = host.toLowerCase();
  return await found(repository, (url) => {
    const place = readRemote(url);
    return place?.host === wanted ? place.repository : null;
  });
}

/** The same at the forge of the settings: on a plain git remote an address is told by their own, or is one of SSH there. */
export async function repositoriesOfForge(
  deps: Pick<Deps, "repository">,
  { host, url: template }: Pick<Config["forge"], "host" | "url">,
): Promise<readonly RepositoryName[]> {
  if (template === null) return await repositoriesHere(deps, host);
  const { hostname } = new URL(template);
  return await found(deps.repository, (url) => {
    if (/^https?:/i.test(url)) return repositoryAt(template, url);
    const place = readRemote(url);
    return place?.host === hostname ? place.repository : null;
  });
}

async function found(
  repository: Deps["repository"],
  read: (url: string) => RepositoryName | null,
): Promise<readonly RepositoryName[]> {
  const remotes = (await repository.remotes()).toSorted(
    (a, b) => Number(b.name === "upstream") - Number(a.name === "upstream"),
  );
  const names = remotes.flatMap(({ urls }) => urls.map(read)).filter((name) => name !== null);
  return [...new Set(names)];
}
