/**
 * Runs a command that nobody trusts over a copy of files: no network, no environment but what is given, an empty
 * home, its own processes, bounded output, time, memory and disk.
 *
 * Errors of every call: sandbox_unavailable (no bubblewrap, or one that the system does not let work).
 */
export interface Sandbox {
  /** Whether a command can be run here, and why not. */
  state(): Promise<{ readonly kind: "ready" } | { readonly kind: "unavailable"; readonly reason: string }>;
  /** Runs it through `sh -c` with `folder` as its work folder; what it writes there stays there. */
  run(command: string, options: SandboxRun): Promise<SandboxEnd>;
}

export interface SandboxRun {
  /** Absolute path of the copy; the only thing that the command can write to besides its own /tmp and home. */
  readonly folder: string;
  /** Folders of the host that it may read, each at a path relative to the copy; one that is not there is left out. */
  readonly readOnly: readonly { readonly host: string; readonly path: string }[];
  /** All of its environment beside PATH, HOME and the like. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly limits: SandboxLimits;
  /** `none`: a person has decided that it runs without one. */
  readonly kind: "bubblewrap" | "none";
}

export interface SandboxLimits {
  /** Bytes of output after which the command is ended. */
  readonly outputBytes: number;
  /** Processes and threads at a time. */
  readonly processes: number;
  /** Bytes of memory of all processes together, as far as it is theirs alone. */
  readonly memoryBytes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes that the copy may grow by. */
  readonly diskBytes: number;
}

export interface SandboxEnd {
  /** Exit code, or null where a signal or a limit ended it. */
  readonly code: number | null;
  /** The limit that ended it, or null. */
  readonly limit: "time" | "output" | "processes" | "memory" | "file" | "disk" | null;
  /** The first of what it printed on both outputs, in order, and the last of what follows; at most 64 KiB each. */
  readonly head: string;
  readonly tail: string;
  /** Bytes printed, as far as they were read. */
  readonly bytes: number;
  readonly durationMs: number;
}
