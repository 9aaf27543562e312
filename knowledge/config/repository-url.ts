import { isSafeUrl } from "./safe-url.ts";

/** Whether it is an address of repositories: safe, with `{owner}` and `{name}` once each in its path, and no query. */
export function isRepositoryUrl(text: string): boolean {
  const url = URL.parse(repositoryUrl(text, "owner/name"));
  if (url === null || url.search !== "" || url.hash !== "" || !isSafeUrl(url.href)) return false;
  const path = text.slice(text.indexOf("/", text.indexOf("://") + 3));
  const each = ["{owner}", "{name}"].every((part) => text.split(part).length === 2);
  return each && /^[^{}]*\{owner\}[^{}]*\{name\}[^{}]*$/.test(path);
}

/** The address of a repository `owner/name`. Pure. */
export function repositoryUrl(template: string, repository: `${string}/${string}`): string {
  const [owner = "", name = ""] = repository.split("/");
  return template.replace("{owner}", () => owner).replace("{name}", () => name);
}

/** The repository whose address this is, with or without `.git`, or null. Credentials in it are left behind. Pure. */
export function repositoryAt(template: string, address: string): `${string}/${string}` | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const [before = "", between = "", after = ""] = withoutGit(template.replace(/^https?:\/\//, "")).split(
    /\{(?:owner|name)\}/,
  );
  const host = before.slice(0, before.indexOf("/"));
  const form = new RegExp(
    `^${escaped(before.slice(host.length))}([A-Za-z0-9][\\w.-]*)${escaped(between)}([\\w.-]+)${escaped(after)}$`,
  );
  const [, owner, name] = form.exec(withoutGit(url.pathname)) ?? [];
  if (url.host !== host.toLowerCase() || owner === undefined || name === undefined) return null;
  return name === "." || name === ".." ? null : `${owner}/${name}`;
}

function withoutGit(path: string): string {
  return path.replace(/\/+$/, "").replace(/\.git$/, "");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
