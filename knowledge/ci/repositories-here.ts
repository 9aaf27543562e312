import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { readRemote } from "./read-remote.ts";

/** The repositories at the forge's host that the clone has remotes of; where a fork is cloned, its source first. */
export async function repositoriesHere(
  { repository }: Pick<Deps, "repository">,
  host: string,
): Promise<readonly RepositoryName[]> {
  const remotes = (await repository.remotes()).toSorted(
    (a, b) => Number(b.name === "upstream") - Number(a.name === "upstream"),
  );
  const wanted = host.toLowerCase();
  const places = remotes.flatMap(({ urls }) => urls.map(readRemote)).filter((place) => place !== null);
  return [...new Set(places.filter((place) => place.host === wanted).map((place) => place.repository))];
}
