import type { ConfigFile } from "../ports/config-file.ts";
import { type Config, DEFAULT_CONFIG } from "./config.ts";

/** The settings in force: those of the file, or the defaults where there is none. Errors: config_invalid, config_unreadable. */
export async function readConfig(file: ConfigFile): Promise<Config> {
  const found = await file.read();
  if (found === null) return DEFAULT_CONFIG;
  const { parseConfig } = await import("./parse-config.ts");
  return (await parseConfig(found.path, found.text)).config;
}
