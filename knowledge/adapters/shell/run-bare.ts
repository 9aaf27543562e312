import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { SandboxEnd, SandboxRun } from "../../ports/sandbox.ts";
import { processFolder } from "../files/process-folder.ts";
import { removeTree } from "../files/remove-tree.ts";
import { systemHolder } from "../system/holder.ts";
import { endOf } from "./end-of.ts";
import { limitedScript } from "./limited-script.ts";
import { memoryBound } from "./machine-memory.ts";
import { familyOf, listProcesses } from "./process-table.ts";

/** Names a run in the environment of all that it begins. */
const MARK = "ASSAY_RUN_MARK";

/**
 * Waits beside the command for the end of whoever holds the other side of descriptor 3, which is this process, and then
 * ends the command's group. `read` gives nothing before.
 */
const GUARD = "{ read -r _ <&3; kill -9 0; } >/dev/null 2>&1 &\nexec 3<&-";

/**
 * Runs a command of which a person has decided that it needs no sandbox: it may read, write and reach whatever this
 * user may. Its environment is only what is given, its home a folder of its own; the limits hold as far as they do
 * without namespaces. What clears its environment and leaves its session outlives the run.
 */
export async function runBare(command: string, options: SandboxRun, path: string): Promise<SandboxEnd> {
  const home = await processFolder(tmpdir(), systemHolder);
  const mark = randomUUID();
  const memoryBytes = memoryBound(options.limits.memoryBytes);
  const others = listProcesses().reduce((sum, { threads }) => sum + threads, 0);
  const script = `${GUARD}\n${limitedScript(options.limits, memoryBytes, others + options.limits.processes)}`;
  const child = spawn("/bin/sh", ["-c", script, "sh", command], {
    cwd: options.folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { LANG: "C.UTF-8", ...options.env, HOME: home, TMPDIR: home, PATH: path, [MARK]: mark },
  });
  child.stdio[3]?.on("error", () => {});
  const first = () => child.pid ?? null;
  const killAll = async () => {
    // All of the group at one blow: what multiplies is faster than whoever goes through a list.
    if (child.pid !== undefined) end(-child.pid);
    for (const pid of await membersOf(child.pid, mark)) end(pid);
  };
  try {
    return await endOf({
      child,
      options: { ...options, limits: { ...options.limits, memoryBytes } },
      first,
      kill: () => void killAll(),
      settled: killAll,
    });
  } finally {
    child.stdio[3]?.destroy();
    await removeTree(home);
  }
}

/** Its descendants, and what it began and orphaned, found by the mark in the environment. */
async function membersOf(first: number | undefined, mark: string): Promise<number[]> {
  const family = first === undefined ? [] : familyOf(listProcesses(), first).map(({ pid }) => pid);
  const names = await readdir("/proc").catch(() => []);
  const marked = names.filter((name) => /^\d+$/.test(name));
  for (const name of marked) {
    const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
    if (environment.split("\0").includes(`${MARK}=${mark}`)) family.push(Number(name));
  }
  return [...new Set(family)].filter((pid) => pid !== process.pid);
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
