import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const FREE_BYTES = 4 * 1024 ** 3;

/**
 * Puts the temporary files of this process, and of all that it begins, into memory where that has room and may run
 * programs: tests wait for the disk a quarter of their time. Nothing happens where TMPDIR says another place. What is
 * left of them is removed when the process ends.
 */
export function temporaryInMemory(): void {
  if (process.env.TMPDIR !== undefined) return;
  let folder: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < FREE_BYTES) return;
    folder = mkdtempSync(join(MEMORY, "assay-tests-"));
    // As /tmp: tests let other users in.
    chmodSync(folder, 0o755);
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    if (spawnSync(program).status === 0) process.env.TMPDIR = folder;
  } catch {
    return;
  } finally {
    if (folder !== null && process.env.TMPDIR !== folder) rmSync(folder, { recursive: true, force: true });
  }
  process.on("exit", () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
}
