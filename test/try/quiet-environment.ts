import { delimiter, join } from "node:path";

/** What commands need of a machine. */
const NEEDED = ["PATH", "HOME", "TMPDIR", "TEMP", "LANG", "TERM"];

/**
 * The environment of the story's commands: the same in a terminal and in CI, without the settings and secrets of who
 * runs it, with the programs of the shop first.
 */
export function quietEnvironment(folder: string): Record<string, string> {
  const kept = Object.fromEntries(
    NEEDED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const bin = join(folder, "node_modules/.bin");
  return {
    ...kept,
    PATH: [bin, kept.PATH].join(delimiter),
    NO_COLOR: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    XDG_CONFIG_HOME: join(folder, "node_modules/.cache/config"),
  };
}
