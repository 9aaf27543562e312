import { randomInt } from "node:crypto";
import { tmpdir } from "node:os";
import { AssayError } from "../../errors.ts";
import type { Sandbox } from "../../ports/sandbox.ts";
import { diskReason } from "../files/disk-error.ts";
import { processFolder } from "../files/process-folder.ts";
import { removeTree } from "../files/remove-tree.ts";
import { systemHolder } from "../system/holder.ts";
import type { SandboxUser } from "./bubblewrap-arguments.ts";
import { runApart } from "./run-apart.ts";
import { runBare } from "./run-bare.ts";
import { otherUser } from "./sandbox-view.ts";
import { onPath } from "./toolchains.ts";

/** What a command is tried with that shows whether a sandbox works here. */
const TRIAL = {
  readOnly: [],
  env: {},
  timeoutMs: 10_000,
  limits: {
    outputBytes: 64 * 1024,
    processes: 64,
    memoryBytes: 1024 ** 3,
    fileBytes: 1024 ** 2,
    diskBytes: 1024 ** 2,
  },
  kind: "bubblewrap",
} as const;

/**
 * Runs commands by bubblewrap, which the PATH of `env` names; of `env` nothing else is used, and none of it is handed
 * on. The memory of a run is bounded by three quarters of the machine's too.
 */
export function shellSandbox({ env }: { readonly env: NodeJS.ProcessEnv }): Sandbox {
  const path = env.PATH ?? "";
  let tried: Promise<Readiness> | undefined;
  const readiness = () => {
    tried ??= tryOut(path);
    return tried;
  };
  return {
    async state() {
      const found = await readiness();
      return found.kind === "ready" ? { kind: "ready" } : found;
    },
    async run(command, options) {
      if (options.kind === "none") return runBare(command, options, path);
      const found = await readiness();
      if (found.kind === "unavailable") throw new AssayError("sandbox_unavailable", { reason: found.reason });
      const user: SandboxUser = (await otherUser(chance())) ?? { kind: "own" };
      return runApart(command, options, { path, bwrap: found.bwrap, user });
    },
  };
}

type Readiness =
  | { readonly kind: "ready"; readonly bwrap: string }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Runs a command that does nothing, just as any other. */
async function tryOut(path: string): Promise<Readiness> {
  const bwrap = await onPath(path, "bwrap");
  if (bwrap === null) return { kind: "unavailable", reason: "there is no program `bwrap`" };
  const user = (await otherUser(chance())) ?? ({ kind: "own" } as const);
  if (user.kind === "other" && (await onPath(path, "setpriv")) === null)
    return { kind: "unavailable", reason: "there is no program `setpriv` that takes root's rights away" };
  let folder: string | null = null;
  try {
    folder = await processFolder(tmpdir(), systemHolder);
    const end = await runApart("exit 0", { ...TRIAL, folder }, { path, bwrap, user });
    if (end.code === 0) return { kind: "ready", bwrap };
    const reason = end.head.trim() || `a command that does nothing ended with ${end.code ?? end.limit}`;
    return { kind: "unavailable", reason };
  } catch (error) {
    const reason = error instanceof AssayError ? String(error.data.reason) : diskReason(error);
    if (reason === null) throw error;
    return { kind: "unavailable", reason };
  } finally {
    if (folder !== null) await removeTree(folder);
  }
}

function chance(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
