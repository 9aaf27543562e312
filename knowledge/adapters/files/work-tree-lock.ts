import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./durable-file.ts";
import { withProcessLock } from "./process-lock.ts";

/** Milliseconds to wait for the process that writes. */
const LOCK_WAIT = 10_000;

/**
 * Runs `work` while nobody else writes what Assay keeps in this work tree. `state` is `.assay/local`; `work` is
 * given an empty folder there for files that are not whole yet. Answers `busy`, with words, where another process
 * held the lock for too long.
 */
export async function withWorkTreeLock<T>(
  state: string,
  work: (aside: string) => Promise<T>,
): Promise<{ readonly kind: "done"; readonly value: T } | { readonly kind: "busy"; readonly why: string }> {
  await prepareState(state);
  const outcome = await withProcessLock(join(state, "records.lock"), LOCK_WAIT, async () => {
    const aside = join(state, "records-writing");
    await rm(aside, { recursive: true, force: true });
    await makeFolder(aside);
    return work(aside);
  });
  return outcome.kind === "done"
    ? outcome
    : { kind: "busy", why: `another process has been writing for ${LOCK_WAIT / 1_000} seconds` };
}

/** Makes the state folder, which keeps itself out of git, whoever makes it. */
export async function prepareState(state: string): Promise<void> {
  await makeFolder(state);
  await writeFile(join(state, ".gitignore"), "*\n", { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
