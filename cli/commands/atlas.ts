import { dispatch, OPERATIONS } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { formatAtlas } from "../format/atlas.ts";

export default class Atlas extends Command {
  static override summary = "List every operation of Assay.";
  static override description =
    "The commands, the tools that agents call and the scheduled jobs run these operations and nothing else. With --json each comes with the JSON Schema of what it takes and what it answers.";
  static override examples = [
    { description: "What Assay can do", command: "<%= config.bin %> atlas" },
    { description: "The shapes, for a program", command: "<%= config.bin %> atlas --json" },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(Atlas);
    const [atlas] = OPERATIONS;
    this.answer(flags.json, "atlas", await dispatch(atlas, compose(), {}), formatAtlas);
  }
}
