import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { hostname } from "node:os";
import type { Holder } from "../../ports/holder.ts";
import { processStart } from "./process-start.ts";

/** The process that Linux numbers first in every machine; its processes and those of a container do not see each other. */
const MACHINE = "pid:[4026531836]";

/**
 * This process among those of this machine: `host/pid/start`, where the start tells a process from a later one of the
 * same id, and the host is one of its own for each container.
 */
export const systemHolder: Holder = {
  name: () => nameOf(process.pid),
  async isGone(name) {
    const [host, id] = name.split("/");
    const pid = Number(id);
    if (host !== (await hostOf()) || !Number.isSafeInteger(pid) || pid <= 0) return false;
    // With hidepid, proc(5) does not tell of another user's processes; a signal does.
    return (await nameOf(pid)) !== name && !isHidden(pid);
  },
};

function isHidden(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM" && !existsSync(`/proc/${pid}`);
  }
}

async function nameOf(pid: number): Promise<string> {
  const [host, start] = await Promise.all([hostOf(), processStart(pid)]);
  return `${host}/${pid}/${start === null ? "gone" : short(start)}`;
}

async function hostOf(): Promise<string> {
  const name = hostname().replace(/[^A-Za-z0-9.-]/g, "-") || "host";
  const space = await readlink("/proc/self/ns/pid").catch(() => MACHINE);
  return space === MACHINE ? name : `${name}-${short(space)}`;
}

function short(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
