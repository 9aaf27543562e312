import type { SandboxLimits } from "../../ports/sandbox.ts";

/** Bytes of a block of `ulimit -f`, by POSIX. */
const BLOCK_BYTES = 512;

/**
 * Script for `sh -c SCRIPT sh COMMAND` that runs a command under the limits that the system itself keeps, with both
 * outputs in one, in order. The limit of memory is of what a process may write to, since runtimes set whole terabytes
 * of address space aside; it is twice the limit, so that whoever watches sees it first. `processes`: as many may this
 * user have, threads counted, those that are not of the command included; of root the system counts none. The command is nicer than we are, so that we get to watch.
 */
export function limitedScript(limits: SandboxLimits, memoryBytes: number, processes: number): string {
  const lines = [
    "ulimit -c 0",
    `ulimit -f ${Math.ceil(limits.fileBytes / BLOCK_BYTES)}`,
    `ulimit -d ${Math.ceil((memoryBytes * 2) / 1024)} 2>/dev/null`,
    // bash and dash do not call it the same. Some more, so that whoever watches sees it too.
    `ulimit -u ${processes + 8} 2>/dev/null || ulimit -p ${processes + 8} 2>/dev/null`,
    `exec 2>&1`,
    `exec nice -n 10 sh -c "$1"`,
  ];
  return lines.join("\n");
}
