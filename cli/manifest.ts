import { basename } from "node:path";
import { type Interfaces, Plugin } from "@oclif/core";
import { COMMANDS } from "./commands.ts";
import { packageJson } from "./package-json.ts";

/** Every command class by id: what oclif's `explicit` strategy reads from the file that is its target. @public */
export default Object.fromEntries(
  await Promise.all(
    Object.entries(COMMANDS).map(async ([id, load]) => [id, (await load()).default] as const),
  ),
);

/** The oclif manifest: flags, arguments and help of every command, so that none is imported to print help. */
export async function buildManifest(): Promise<Interfaces.Manifest> {
  const root = import.meta.dirname;
  const commands = { strategy: "explicit", target: `./${basename(import.meta.filename)}` } as const;
  const plugin = new Plugin({
    root,
    isRoot: true,
    ignoreManifest: true,
    errorOnManifestCreate: true,
    pjson: { ...packageJson, oclif: { ...packageJson.oclif, commands } },
  });
  await plugin.load();
  return plugin.manifest;
}
