import { type IPty, spawn } from "@lydell/node-pty";
import unicode from "@xterm/addon-unicode11";
import headless, { type ITerminalAddon } from "@xterm/headless";
import { onTestFinished } from "vitest";
import { COMPILED, LAUNCHER } from "./run-assay.ts";

/** Keys that are no characters, as a terminal sends them. */
const KEYS: Readonly<Record<string, string>> = {
  enter: "\r",
  esc: "\u001b",
  tab: "\t",
  up: "\u001b[A",
  down: "\u001b[B",
  pgdn: "\u001b[6~",
  "ctrl-c": "\u0003",
  "ctrl-u": "\u0015",
  backspace: "\u007f",
};

export interface RobotOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Program in place of the built CLI, with its arguments. */
  readonly command?: readonly [program: string, ...args: string[]];
}

export interface Robot {
  readonly pid: number;
  /** Types keys by name, or characters. */
  press(...keys: readonly string[]): void;
  /** Types a text in one go. */
  type(text: string): void;
  /** Waits until the screen shows the text; fails with the screen where it does not. */
  waitFor(text: string | RegExp): Promise<string>;
  /** Waits until the screen no longer shows the text. */
  waitGone(text: string): Promise<string>;
  /** What the screen shows now, without spaces at the ends of rows. */
  screen(): string;
  /** Everything that was written so far, as it was written. */
  readonly output: () => string;
  resize(columns: number, rows: number): void;
  kill(signal: string): void;
  /** Waits for the end of the process. */
  exit(): Promise<{ readonly code: number; readonly signal: number }>;
  /** What the terminal is left as: which buffer is shown, and which modes are on. */
  modes(): { readonly alternate: boolean; readonly cursorHidden: boolean; readonly bracketedPaste: boolean };
}

/** Synchronized output (DEC mode 2026) stands around each frame. */
const FRAME_BEGINS = "\u001b[?2026h";
const FRAME_ENDS = "\u001b[?2026l";

const PATIENCE_MS = 20_000;

/** Starts the screen of the built CLI in a terminal that nobody sees. */
export function startRobot({
  cwd,
  columns = 80,
  rows = 24,
  args = [],
  env = {},
  command = [process.execPath, LAUNCHER, ...args],
}: RobotOptions): Robot {
  const { PATH = "" } = process.env;
  const [program, ...rest] = command;
  const pty: IPty = spawn(program, rest, {
    name: env.TERM ?? "xterm-256color",
    cols: columns,
    rows,
    cwd,
    env: { PATH, HOME: cwd, XDG_STATE_HOME: `${cwd}/.state`, ...COMPILED, ...env },
  });
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1000 });
  // By itself it counts a column for an emoji, as terminals did before Unicode 9.
  terminal.loadAddon(new unicode.Unicode11Addon() as unknown as ITerminalAddon);
  terminal.unicode.activeVersion = "11";
  let output = "";
  let ended: { code: number; signal: number } | null = null;
  const waiting = new Set<() => void>();
  /** Whether the terminal stands between two frames: half of one is nothing to look at. */
  let isWhole = true;
  const look = () => {
    if (isWhole) for (const check of [...waiting]) check();
  };
  pty.onData((data) => {
    output += data;
    const upTo = output.length;
    terminal.write(data, () => {
      isWhole = output.lastIndexOf(FRAME_BEGINS, upTo) <= output.lastIndexOf(FRAME_ENDS, upTo);
      look();
    });
  });
  pty.onExit(({ exitCode, signal = 0 }) => {
    ended = { code: exitCode, signal };
    // Behind what is still on its way into the terminal.
    terminal.write("", () => {
      isWhole = true;
      look();
    });
  });
  onTestFinished(() => {
    if (ended === null) pty.kill("SIGKILL");
    terminal.dispose();
  });

  const screen = () => {
    const { active } = terminal.buffer;
    return Array.from({ length: terminal.rows }, (_, y) =>
      (active.getLine(active.baseY + y)?.translateToString(true) ?? "").trimEnd(),
    ).join("\n");
  };
  const until = <T>(what: string, found: () => T | null): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`waited in vain for ${what}; the screen shows\n${screen()}`));
      }, PATIENCE_MS);
      const check = () => {
        const value = found();
        if (value === null) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve(value);
      };
      waiting.add(check);
      if (isWhole) check();
    });
  return {
    pid: pty.pid,
    press: (...keys) => {
      for (const key of keys) pty.write(KEYS[key] ?? key);
    },
    type: (text) => pty.write(text),
    waitFor: (text) =>
      until(String(text), () => {
        const shown = screen();
        return (typeof text === "string" ? shown.includes(text) : text.test(shown)) ? shown : null;
      }),
    waitGone: (text) =>
      until(`${text} to go`, () => {
        const shown = screen();
        return shown.includes(text) ? null : shown;
      }),
    screen,
    output: () => output,
    resize(toColumns, toRows) {
      terminal.resize(toColumns, toRows);
      pty.resize(toColumns, toRows);
    },
    kill: (signal) => process.kill(pty.pid, signal),
    exit: () => until("the end", () => ended),
    modes: () => ({
      alternate: terminal.buffer.active.type === "alternate",
      cursorHidden: output.lastIndexOf("\u001b[?25l") > output.lastIndexOf("\u001b[?25h"),
      bracketedPaste: terminal.modes.bracketedPasteMode,
    }),
  };
}
