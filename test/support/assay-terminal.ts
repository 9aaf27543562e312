import { spawn } from "@lydell/node-pty";
import { COMPILED, LAUNCHER } from "./run-assay.ts";

export interface TerminalSession {
  readonly status: number;
  /** All that was written to the terminal, with `\n` line ends. */
  readonly screen: string;
}

/**
 * Runs the built CLI to its end with a terminal on all three streams; what an entry of `answers` gives is typed
 * when the text that it waits for appears.
 */
export function assayInTerminal(
  args: readonly string[],
  {
    cwd,
    env = {},
    answers = [],
  }: {
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly answers?: readonly (readonly [waitFor: string, type: () => string | Promise<string>])[];
  },
): Promise<TerminalSession> {
  const { PATH = "", HOME = "/nowhere" } = process.env;
  const terminal = spawn(process.execPath, [LAUNCHER, ...args], {
    name: "xterm",
    cols: 100,
    rows: 40,
    cwd,
    env: { PATH, HOME, TERM: "xterm", NO_COLOR: "1", ...COMPILED, ...env },
  });
  let screen = "";
  const waiting = [...answers];
  terminal.onData((text) => {
    screen += text;
    const [next] = waiting;
    if (next === undefined || !screen.includes(next[0])) return;
    waiting.shift();
    void Promise.resolve(next[1]()).then((typed) => terminal.write(typed));
  });
  return new Promise((resolve) =>
    terminal.onExit(({ exitCode }) => resolve({ status: exitCode, screen: screen.replaceAll("\r\n", "\n") })),
  );
}
