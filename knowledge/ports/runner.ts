/** Runs a team's own command. */
export interface Runner {
  /**
   * Runs it in the caller's folder with the caller's standard input; what it prints goes through unchanged, as it
   * comes. Errors: command_missing (no such program), command_denied.
   */
  run(command: readonly string[], options: RunOptions): Promise<CommandEnd>;
}

export interface RunOptions {
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandEnd {
  /** Exit code, or null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Milliseconds. */
  readonly durationMs: number;
  /** The last of what it printed on both outputs, in the order in which it came; at most 64 KiB of UTF-8. */
  readonly tail: string;
}
