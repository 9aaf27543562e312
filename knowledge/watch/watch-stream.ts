import type { RepositoryName } from "../ports/forge.ts";

/** Stream of a repository's default branch as one organisation watches it; two organisations have two. */
export function watchStream(organisation: string, repository: RepositoryName): string {
  return `watch/${organisation}.${repository.replace("/", ".")}`.toLowerCase();
}
