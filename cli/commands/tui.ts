import { boolean } from "@oclif/core/flags";
import { Command } from "../command.ts";
import { openScreenHere } from "../open-screen.ts";

export default class Tui extends Command {
  static override summary = "Open the screen: what waits for you, runs, knowledge.";
  static override description =
    "The same as `assay` alone in a terminal. Needs a terminal at both ends; everything in it has a command of its own for scripts. With ACCESSIBLE=1 it writes lines that a screen reader can follow.";
  static override examples = [
    { description: "Open it", command: "<%= config.bin %>" },
    { description: "Without anything that moves", command: "<%= config.bin %> tui --no-animations" },
    { description: "For a screen reader", command: "ACCESSIBLE=1 <%= config.bin %> tui" },
  ];
  static override flags = {
    animations: boolean({
      description: "count the seconds of what takes long",
      allowNo: true,
      default: true,
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Tui);
    await openScreenHere(flags.animations);
  }
}
