import { AssayError } from "../../errors.ts";
import type { Repository } from "../../ports/repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** The remotes of a clone: their addresses as they are set, and as `url.<base>.insteadOf` makes them. */
export async function readRemotes(place: GitPlace): ReturnType<Repository["remotes"]> {
  const [set, rewritten] = await Promise.all([
    runGit(place, ["config", "-z", "--get-regexp", String.raw`^remote\..*\.url$`]),
    runGit(place, ["remote", "--verbose"]),
  ]);
  if (!rewritten.ok) {
    const words = rewritten.stderr.trim();
    throw /not a git repository/.test(words)
      ? new AssayError("repository_missing", { folder: place.cwd })
      : new AssayError("git_failed", { words, outcome: "" });
  }
  const found = new Map<string, Set<string>>();
  const add = (name: string, url: string): void => {
    found.set(name, (found.get(name) ?? new Set()).add(url));
  };
  for (const entry of set.stdout.toString().split("\0")) {
    const [, name, url] = /^remote\.(.*)\.url\n(.*)$/s.exec(entry) ?? [];
    if (name !== undefined && url !== undefined) add(name, url);
  }
  for (const line of rewritten.stdout.toString().split(/\r?\n/)) {
    const [, name, url] = /^([^\t]+)\t(.*?) \(fetch\)/.exec(line) ?? [];
    if (name !== undefined && url !== undefined) add(name, url);
  }
  return [...found]
    .map(([name, urls]) => ({ name, urls: [...urls] }))
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
}

function rank(name: string): number {
  return name === "origin" ? 0 : 1;
}
