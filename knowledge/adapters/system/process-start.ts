import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/**
 * When a process of this machine started, as a text that no later process of the same id has, or null where there is
 * no such process. Not a time that can be reckoned with.
 */
export async function processStart(pid: number): Promise<string | null> {
  return process.platform === "linux" ? linuxStart(pid) : listedStart(pid);
}

/** proc_pid_stat(5): the 22nd field counts clock ticks since the machine booted; the name before it can hold anything. */
async function linuxStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null);
  if (stat === null) return null;
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // What has ended and was not waited for yet runs no more.
  if (state === "Z" || state === "X") return null;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "latin1").catch(() => "");
  return `${boot.trim()} ${fields[18]}`;
}

function listedStart(pid: number): Promise<string | null> {
  return new Promise((resolve) => {
    execFile("ps", ["-o", "lstart=", "-p", String(pid)], { env: { ...process.env, LC_ALL: "C" } }, (_, out) =>
      resolve(out.trim() || null),
    );
  });
}
