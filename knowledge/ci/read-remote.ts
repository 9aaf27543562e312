import type { RepositoryName } from "../ports/forge.ts";

/** Where a remote of a clone points to on a forge. */
export interface RemotePlace {
  /** Lower case, with the port of an http address. */
  readonly host: string;
  readonly repository: RepositoryName;
}

const LONGEST = 2_048;

/**
 * The host and repository that a remote's URL names (`https://…`, `ssh://…`, `git@host:owner/name.git`), or null
 * where it is a path or names no `owner/name`. Credentials in it are left behind. Pure, and never throws.
 */
export function readRemote(url: string): RemotePlace | null {
  if (url.length > LONGEST) return null;
  const short = /^(?:[^@\s/:]+@)?([^\s/:@]+):(?!\/)([^\s:]+)$/.exec(url);
  if (short !== null && !/^[a-z]$/i.test(short[1] ?? "")) return placeOf(short[1] ?? "", short[2] ?? "");
  if (!/^(?:https?|ssh|git|git\+ssh):\/\//i.test(url) || !URL.canParse(url)) return null;
  const { protocol, host, hostname, pathname } = new URL(url);
  return placeOf(/^https?:$/.test(protocol) ? host : hostname, pathname);
}

function placeOf(host: string, path: string): RemotePlace | null {
  const found = /^\/?([A-Za-z0-9][\w.-]*)\/([\w.-]+?)(?:\.git)?\/?$/.exec(path);
  const [, owner = "", name = ""] = found ?? [];
  if (owner === "" || name === "" || name === "." || name === "..") return null;
  // GitHub serves SSH over the port of HTTPS under this name.
  const known = host.toLowerCase().replace(/^ssh\.(?=github\.com$)/, "");
  return { host: known, repository: `${owner}/${name}` };
}
