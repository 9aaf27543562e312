import { config, configKeys, dispatch } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { formatConfigKeys } from "../format/config-keys.ts";
import { formatSettings } from "../format/settings.ts";

export default class Config extends Command {
  static override summary = "Show the settings in force, and where each comes from.";
  static override description =
    `Settings stand in .assay/config.yaml of the repository; without that file every one has its default. A key that is not known is named and ignored; a value that cannot be used ends with 2 and names file and line. Changes nothing. The keys:\n\n${formatConfigKeys(configKeys())}`;
  static override examples = [
    { description: "What is in force?", command: "<%= config.bin %> config" },
    { description: "For a program", command: "<%= config.bin %> config --json" },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(Config);
    const settings = await dispatch(config, compose(), {});
    this.answer(flags.json, "settings", settings, formatSettings);
  }
}
