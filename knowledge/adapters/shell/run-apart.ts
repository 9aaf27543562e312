import { type ChildProcess, spawn } from "node:child_process";
import { lchown, readdir } from "node:fs/promises";
import { release } from "node:os";
import { join } from "node:path";
import type { Duplex, Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AssayError } from "../../errors.ts";
import type { SandboxEnd, SandboxRun } from "../../ports/sandbox.ts";
import { processStart } from "../system/process-start.ts";
import {
  accountFiles,
  bubblewrapArguments,
  COPY,
  FD,
  HOME,
  type SandboxUser,
} from "./bubblewrap-arguments.ts";
import { endOf } from "./end-of.ts";
import { limitedScript } from "./limited-script.ts";
import { memoryBound } from "./machine-memory.ts";
import { listProcesses } from "./process-table.ts";
import { sandboxView } from "./sandbox-view.ts";
import { findToolchains } from "./toolchains.ts";

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

interface Place {
  readonly path: string;
  /** Absolute path of bwrap(1). */
  readonly bwrap: string;
  readonly user: SandboxUser;
}

/**
 * Runs a command in namespaces of its own. When this answers, none of its processes runs any more; when this process
 * ends, by whatever, they end too. Errors: sandbox_unavailable, with bubblewrap's own words.
 */
export async function runApart(
  command: string,
  options: SandboxRun,
  { path, bwrap, user }: Place,
): Promise<SandboxEnd> {
  const tools = await findToolchains(path, process.execPath);
  const view = await sandboxView(options, tools.places, user).catch((error: unknown) => {
    throw new AssayError(
      "sandbox_unavailable",
      { reason: String(error instanceof Error ? error.message : error) },
      error,
    );
  });
  if (user.kind === "other") await giveTo(view.folder, user.id);
  const memoryBytes = memoryBound(options.limits.memoryBytes);
  // An id of its own, or a user namespace of its own: its processes are all that is counted.
  const script = limitedScript(options.limits, memoryBytes, options.limits.processes + othersOf(user));
  // Root without its rights may not go there; the user that the folder is given to may.
  const args = [
    ...asUser(user),
    "sh",
    "-c",
    `${GATE}\ncd ${COPY} || exit\nunset OLDPWD\n${script}`,
    "sh",
    command,
  ];
  const child = spawn(bwrap, ["--args", String(FD.args), "--", ...args], {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe", "pipe", "pipe", "pipe", "pipe"],
    env: {
      LANG: "C.UTF-8",
      ...options.env,
      HOME,
      TMPDIR: "/tmp",
      USER: "tester",
      LOGNAME: "tester",
      PATH: [...tools.path, SYSTEM_PATH].join(":"),
    },
  });
  const files = accountFiles(user);
  handOver(child, FD.args, [...bubblewrapArguments(view), "--json-status-fd", String(FD.status)].join("\0"));
  for (const name of ["passwd", "group", "hosts"] as const) handOver(child, FD[name], files[name]);
  letIn(child);
  const status = readStatus(child);
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(0, 4_000);
  });
  const end = await endOf({
    child,
    options: { ...options, folder: view.folder, limits: { ...options.limits, memoryBytes } },
    first: status.first,
    kill: () => kill(child, status.first()),
    settled: () => settled(status.first()),
  });
  if (end.limit === null && !status.hasRun())
    throw new AssayError("sandbox_unavailable", {
      reason: words.trim() || "bubblewrap ended without a word",
    });
  return end;
}

/**
 * Where the namespace is made, and ends with us, the command says so and waits for an answer. If we end before that,
 * bubblewrap has not tied it to us yet in a moment of its start; then no answer comes, and the command is not begun.
 */
const GATE = `echo ready >&${FD.gate} && read -r answer <&${FD.gate} || exit 125\nexec ${FD.gate}>&-`;

function letIn(child: ChildProcess): void {
  const gate = pipeAt(child, FD.gate) as Duplex;
  // Where bubblewrap did not start, its own words say why.
  gate.on("error", () => {});
  gate.once("data", () => gate.end("go\n"));
}

/** Processes that Linux before 5.14 counts to the command, as it does not tell user namespaces apart. */
function othersOf(user: SandboxUser): number {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  if (user.kind === "other" || major > 5 || (major === 5 && minor >= 14)) return 0;
  return listProcesses().reduce((sum, { threads }) => sum + threads, 0);
}

/** Root's command gives up all that root may do, for good. */
function asUser(user: SandboxUser): string[] {
  if (user.kind === "own") return [];
  const id = String(user.id);
  const none = ["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"];
  return ["setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--no-new-privs", ...none];
}

/** The type of `stdio` knows of five descriptors only. */
function pipeAt(child: ChildProcess, fd: number): unknown {
  return (child.stdio as readonly unknown[])[fd];
}

function handOver(child: ChildProcess, fd: number, text: string): void {
  const pipe = pipeAt(child, fd) as Writable;
  // Where bubblewrap did not start, its own words say why.
  pipe.on("error", () => {});
  pipe.end(text);
}

/** bwrap(1) writes an object a line: the id of the first process in the namespace, later how the command ended. */
function readStatus(child: ChildProcess) {
  let text = "";
  (pipeAt(child, FD.status) as Readable).on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return {
    first: (): number | null => {
      const pid = Number(/"child-pid": (\d+)/.exec(text)?.[1]);
      return Number.isNaN(pid) ? null : pid;
    },
    hasRun: () => /"exit-code"/.test(text),
  };
}

/** The first process takes the whole namespace with it; bubblewrap itself goes, and takes it along, where there is none yet. */
function kill(child: ChildProcess, first: number | null): void {
  if (first === null) child.kill("SIGKILL");
  else
    try {
      process.kill(first, "SIGKILL");
    } catch {
      child.kill("SIGKILL");
    }
}

/** Waits until the first process of the namespace, and with it every other, is gone. */
async function settled(first: number | null): Promise<void> {
  for (let tries = 0; first !== null && tries < 500 && (await processStart(first)) !== null; tries++)
    await sleep(10);
}

/** Without following a link. */
async function giveTo(folder: string, id: number): Promise<void> {
  await lchown(folder, id, id);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(path, id);
    else await lchown(path, id, id);
  }
}
