import { lstatSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file system's own time, which need not be this machine's: milliseconds. Writes a byte into the folder. */
export function fileSystemTime(folder: string): number {
  const probe = join(folder, "clock");
  writeFileSync(probe, "\n");
  return lstatSync(probe).mtimeMs;
}

/** Whether a folder's time changes when an entry comes: on FAT and over some networks it does not. */
export function keepsFolderTimes(folder: string): boolean {
  const probe = join(folder, `clock-${process.pid}`);
  mkdirSync(probe, { recursive: true });
  try {
    const LONG_AGO = 1_000_000_000;
    utimesSync(probe, LONG_AGO, LONG_AGO);
    writeFileSync(join(probe, "entry"), "");
    return lstatSync(probe).mtimeMs !== LONG_AGO * 1_000;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}
