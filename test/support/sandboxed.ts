import { shellSandbox } from "../../knowledge/adapters/shell/sandbox.ts";
import type { SandboxEnd, SandboxRun } from "../../knowledge/ports/sandbox.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const MIB = 1024 ** 2;

/** Limits that a test reaches in no time. */
export const SMALL = {
  outputBytes: 4 * MIB,
  processes: 150,
  memoryBytes: 1024 * MIB,
  fileBytes: 32 * MIB,
  diskBytes: 96 * MIB,
};

export const sandbox = shellSandbox({ env: process.env });

/** Null where commands can be run apart here, else why not. */
export const NO_SANDBOX = await sandbox
  .state()
  .then((state) => (state.kind === "ready" ? null : state.reason));

/** Runs a command in a fresh folder, or in that of the options. */
export function sandboxed(command: string, options: Partial<SandboxRun> = {}): Promise<SandboxEnd> {
  return sandbox.run(command, {
    folder: options.folder ?? temporaryFolder(),
    readOnly: [],
    env: {},
    timeoutMs: 20_000,
    limits: SMALL,
    kind: "bubblewrap",
    ...options,
  });
}
