import type { Config } from "#knowledge";
import { type Watched, watchedRepositories } from "./watched-repositories.ts";

/** What an organisation's settings say of who watches what, and where that is. */
export interface Watching {
  readonly organisation: string;
  readonly forge: Pick<Config["forge"], "host" | "kind">;
  /** `owner/name`; the platform's own are not among them. */
  readonly repositories: readonly string[];
}

export function watchingOf(forge: Watching["forge"], watch: Watched): Watching {
  return { organisation: watch.organisation, forge, repositories: watchedRepositories(watch) };
}

/** The first of the names, in any case, that the organisation does not watch; undefined: it watches all. */
export function strangerTo({ repositories }: Watching, names: readonly string[]): string | undefined {
  const known = new Set(repositories.map((name) => name.toLowerCase()));
  return names.find((name) => !known.has(name.toLowerCase()));
}

/** Whether one name is one repository to both: on one GitHub host, where the App opens it to either. */
export function shareNames(one: Watching["forge"], other: Watching["forge"]): boolean {
  const hosts = [one.host, other.host].map((host) => host.toLowerCase());
  return one.kind === "github" && other.kind === "github" && hosts[0] === hosts[1];
}
