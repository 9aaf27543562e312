import type { Interfaces } from "@oclif/core";
import { COMMANDS, type CommandId } from "./commands.ts";
import { packageJson } from "./package-json.ts";

/**
 * The product as oclif's root plugin, made in memory from the manifest: oclif then neither looks for
 * package.json, plugins and TypeScript sources on the disk nor imports a command that is not run.
 */
export function assayPlugin(manifest: Interfaces.Manifest, root: string): Interfaces.Plugin {
  const { name, version } = packageJson;
  const ids = Object.keys(manifest.commands) as CommandId[];
  const load = async (id: CommandId) => {
    const { default: command } = await COMMANDS[id]();
    command.id = id;
    command.plugin = plugin;
    return command;
  };
  const plugin: Interfaces.Plugin = {
    _base: `${name}@${version}`,
    alias: name,
    name,
    version,
    root,
    pjson: packageJson,
    type: "core",
    moduleType: "module",
    isRoot: true,
    valid: true,
    hasManifest: true,
    hooks: {},
    topics: [
      { name: "ci", description: "Read what CI says of a change." },
      { name: "change", description: "Put changes under QA: the QA engineer, its rounds, whose turn it is." },
      { name: "knowledge", description: "See what was learned." },
      { name: "plan", description: "See and check what has to be proved: QA plans and methods." },
      { name: "proposal", description: "Decide the changes that wait for you." },
      { name: "proposal:request", description: "Decide pull requests that propose what was learned." },
      { name: "qa", description: "Say what has to be proved, carry it out, and record what it said." },
      { name: "runs", description: "See the runs that were recorded." },
      { name: "watch", description: "Watch default branches and answer what fails there, once." },
    ],
    options: { root },
    commandsDir: undefined,
    commandIDs: ids,
    commands: ids.map((id) => ({ ...manifest.commands[id]!, id, load: () => load(id) })),
    findCommand: (id: string) => load(id as CommandId),
    load: async () => {},
  };
  return plugin;
}
