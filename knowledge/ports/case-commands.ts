/**
 * Carries out lines of shell that a person's own plan names, at the top of the work tree and as that person. Nothing of
 * them outlives the call, also where this process is killed.
 */
export interface CaseCommands {
  /** Starts one for as long as `use` takes. Errors: command_denied where no shell can be started. */
  open<Result>(
    line: string,
    options: CaseCommandOptions,
    use: (command: RunningCommand) => Promise<Result>,
  ): Promise<Result>;
}

export interface CaseCommandOptions {
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds after which it is ended with all that it began. */
  readonly timeoutMs: number;
}

export interface RunningCommand {
  /** Types a line to it, ended by Enter. */
  send(text: string): void;
  /** Whether the text came in what it printed after the last text that was waited for; false once it has ended without. */
  waitFor(text: string): Promise<boolean>;
  /** What it printed so far on both outputs, in order; of a long one the beginning and the end, at most 8 MiB each. */
  output(): string;
  /** Ends its input and waits for it. */
  end(): Promise<CaseCommandEnd>;
}

export interface CaseCommandEnd {
  /** Exit code, or null where a signal or the time ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly isTimedOut: boolean;
  readonly durationMs: number;
  readonly output: string;
}
