import * as z from "zod/mini";
import { CONFIG_PATH, type Config, DEFAULT_CONFIG } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import { operation } from "./operation.ts";

const Input = z.object({});

export const Settings = z.lazy(() =>
  z.object({
    file: z.string().check(z.describe("where the settings stand, or would stand")),
    exists: z.boolean(),
    settings: z.array(
      z.object({
        key: z.string().check(z.describe("with dots, as it is written in the file")),
        value: z.unknown(),
        line: z.nullable(z.int()).check(z.describe("of the file; null where it is the default")),
      }),
    ),
    unknown: z
      .array(z.object({ key: z.string(), line: z.int() }))
      .check(z.describe("keys of the file that mean nothing to this version")),
  }),
);
export type Settings = z.output<typeof Settings>;

/** The settings in force, and where each comes from. Errors: config_invalid, config_unreadable. */
export const config = operation({
  id: "config",
  title: "Show the settings in force",
  input: Input,
  output: Settings,
  writes: false,
  async run({ configFile }: Pick<Deps, "configFile">): Promise<Settings> {
    const found = await configFile.read();
    if (found === null)
      return {
        file: CONFIG_PATH,
        exists: false,
        settings: settingsOf(DEFAULT_CONFIG, () => null),
        unknown: [],
      };
    const { parseConfig } = await import("../config/parse-config.ts");
    const { config, lines, unknown } = parseConfig(found.path, found.text);
    return {
      file: found.path,
      exists: true,
      settings: settingsOf(config, (key) => lines.get(key) ?? null),
      unknown: unknown.map(({ key, line }) => ({ key, line })),
    };
  },
});

function settingsOf(
  { version, reports, scopes, learning }: Config,
  lineOf: (key: string) => number | null,
): Settings["settings"] {
  const values = {
    version,
    reports,
    scopes,
    "learning.budget_seconds": learning.budgetSeconds,
  };
  return Object.entries(values).map(([key, value]) => ({ key, value, line: lineOf(key) }));
}
