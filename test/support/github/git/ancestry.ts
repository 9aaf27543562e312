import { type CommitObject, readCommit } from "./commits.ts";
import type { ObjectStore } from "./object-store.ts";

/** A commit and all before it, each before its parents, newest first among those that are free to choose. */
export function history(store: ObjectStore, tip: string): CommitObject[] {
  const commits = new Map<string, CommitObject>();
  const children = new Map<string, number>();
  const open = [tip];
  while (open.length > 0) {
    const sha = open.pop()!;
    if (commits.has(sha)) continue;
    const commit = readCommit(store, sha);
    if (commit === null) continue;
    commits.set(sha, commit);
    for (const parent of commit.parents) {
      children.set(parent, (children.get(parent) ?? 0) + 1);
      open.push(parent);
    }
  }
  const free = [...commits.values()].filter((commit) => !children.has(commit.sha));
  const told: CommitObject[] = [];
  while (free.length > 0) {
    const newest = free.reduce((best, commit) => (commit.committer.at > best.committer.at ? commit : best));
    free.splice(free.indexOf(newest), 1);
    told.push(newest);
    for (const parent of newest.parents) {
      const left = (children.get(parent) ?? 0) - 1;
      children.set(parent, left);
      const commit = commits.get(parent);
      if (left === 0 && commit !== undefined) free.push(commit);
    }
  }
  return told;
}

/** Names of a commit and of all before it. */
export function ancestors(store: ObjectStore, tip: string): Set<string> {
  return new Set(history(store, tip).map((commit) => commit.sha));
}

/** The newest commit that both have, or null where they share nothing. */
export function mergeBase(store: ObjectStore, one: string, other: string): string | null {
  const shared = ancestors(store, one);
  return history(store, other).find((commit) => shared.has(commit.sha))?.sha ?? null;
}
