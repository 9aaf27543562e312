/** What decides whether the screen can be opened. */
export interface ScreenTerminal {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why this is no place for the screen, or null: both ends must be a terminal that can move its cursor. CI says nothing about that. */
export function whyNoScreen({ stdin, stdout, env }: ScreenTerminal): string | null {
  if (stdin.isTTY !== true) return "standard input is no terminal";
  if (stdout.isTTY !== true) return "standard output is no terminal";
  return env.TERM === "dumb" ? "TERM is dumb" : null;
}
