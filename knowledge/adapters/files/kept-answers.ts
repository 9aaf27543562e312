import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { KnownAnswer, KnownAnswers } from "../github/known-answers.ts";
import { digestOf } from "./digest.ts";

export interface KeptAnswersPlace {
  /** Folder of nothing else, which may be removed. */
  readonly folder: string;
  /** Who asks, and where: an answer is given to no other, as it would hold for none. */
  readonly view: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether a text may lie on the disk. */
  readonly mayKeep: (text: string) => Promise<boolean>;
}

const MOST_FILES = 1_000;
const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST = MOST_BYTES / 16;
const LONGEST_MS = 14 * 86_400_000;

/**
 * Known answers in files, so that they outlive a process: at most 1,000 and 32 MB, none over 2 MB, none that was not
 * asked for in 14 days; the ones that were asked for longest ago go first. They save requests and nothing hangs on them:
 * one that is lost or damaged is unknown, and one that cannot be written is not kept.
 */
export function keptAnswers({ folder, view, now, mayKeep }: KeptAnswersPlace): KnownAnswers {
  const own = join(folder, digestOf(view).slice(0, 16));
  const pathOf = (key: string) => join(own, digestOf(key));
  let tidied: Promise<void> | undefined;
  return {
    async get(key) {
      const path = pathOf(key);
      const found = await readFile(path, "utf8").then(readKept, () => null);
      if (found === null || found.key !== key) return null;
      await utimes(path, now() / 1_000, now() / 1_000).catch(() => {});
      const { etag, url, link, body } = found;
      return { etag, url, link, body };
    },
    async put(key, answer) {
      const path = pathOf(key);
      const text = JSON.stringify({ key, ...answer, sum: digestOf(answer.body) });
      try {
        if (text.length > LARGEST || !(await mayKeep(text))) return await rm(path, { force: true });
        tidied ??= tidy(folder, now());
        await tidied;
        await mkdir(own, { recursive: true, mode: 0o700 });
        const beside = `${path}.${randomUUID()}`;
        await writeFile(beside, text, { mode: 0o600 });
        await rename(beside, path);
      } catch {
        // Asked again, it is answered in full.
      }
    },
  };
}

interface Kept extends KnownAnswer {
  readonly key: string;
}

/** What a file holds, or null where it is not whole. */
function readKept(text: string): Kept | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { key, etag, url, link, body, sum } = value as Record<string, unknown>;
  const isWhole =
    [key, etag, url, body].every((part) => typeof part === "string") &&
    (link === null || typeof link === "string") &&
    digestOf(body as string) === sum;
  return isWhole ? (value as Kept) : null;
}

/** Removes what is too old, then the oldest until the rest fits; what others remove meanwhile is gone. */
async function tidy(folder: string, now: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { path, size, mtimeMs };
      }),
  );
  let [count, bytes] = [0, 0];
  for (const { path, size, mtimeMs } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    [count, bytes] = [count + 1, bytes + size];
    if (now - mtimeMs <= LONGEST_MS && count < MOST_FILES && bytes <= MOST_BYTES) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}
