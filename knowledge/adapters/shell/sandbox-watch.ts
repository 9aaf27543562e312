import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxEnd, SandboxLimits } from "../../ports/sandbox.ts";
import { type DiskUse, diskUse } from "./disk-use.ts";
import { isMemoryLow } from "./machine-memory.ts";
import { familyOf, listProcesses } from "./process-table.ts";

export type Limit = NonNullable<SandboxEnd["limit"]>;

/** Milliseconds between two looks at processes and free space. */
const LOOK_MS = 100;

/** Milliseconds between two walks through the copy, and how many times a walk's own length passes before the next. */
const WALK_MS = 1_000;
const WALK_SHARE = 5;

interface Watched {
  readonly folder: string;
  readonly limits: SandboxLimits;
  /** The first process of the command, as soon as it is known. */
  first(): number | null;
  /** Called once, with the limit that was reached. */
  reached(limit: Limit): void;
}

/**
 * Looks at a command's processes, memory and disk until it is closed. Processes (threads counted) and memory are
 * looked at ten times a second; the copy once a second, and at once where the file system has lost more free space
 * than the copy may grow by. So a limit is passed by what can be done in that time, and never by more than the free
 * space that goes while one walk through the copy lasts.
 */
export async function watchSandbox({ folder, limits, first, reached }: Watched): Promise<{
  /** Ends the watch and tells of the limit that a last look at the copy finds. */
  close(): Promise<Limit | null>;
}> {
  const [before, room] = await Promise.all([diskUse(folder), freeBytes(folder)]);
  let isOpen = true;
  let nextWalk = performance.now() + WALK_MS;
  let grown = 0;

  const judge = (use: DiskUse): Limit | null => {
    grown = use.bytes - before.bytes;
    if (use.largest >= limits.fileBytes && before.largest < limits.fileBytes) return "file";
    return grown > limits.diskBytes ? "disk" : null;
  };
  const lookAtProcesses = async (): Promise<Limit | null> => {
    const pid = first();
    if (pid === null) return null;
    const family = familyOf(listProcesses(), pid);
    if (sum(family.map(({ threads }) => threads)) >= limits.processes) return "processes";
    return sum(family.map(({ memory }) => memory)) > limits.memoryBytes || isMemoryLow() ? "memory" : null;
  };
  const lookAtDisk = async (): Promise<Limit | null> => {
    const lost = room - (await freeBytes(folder));
    if (performance.now() < nextWalk && lost <= limits.diskBytes) return null;
    const start = performance.now();
    const limit = judge(await diskUse(folder));
    const end = performance.now();
    nextWalk = end + Math.max(WALK_MS, WALK_SHARE * (end - start));
    // Files that are open and have no name any more are in no walk.
    return limit ?? (lost - grown > 2 * limits.diskBytes ? "disk" : null);
  };
  const repeat = async (look: () => Promise<Limit | null>): Promise<void> => {
    while (isOpen) {
      const limit = await look();
      if (limit !== null && isOpen) {
        isOpen = false;
        reached(limit);
      } else await sleep(LOOK_MS);
    }
  };
  const loops = Promise.all([repeat(lookAtProcesses), repeat(lookAtDisk)]);
  return {
    async close() {
      isOpen = false;
      await loops;
      return judge(await diskUse(folder));
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
