import { Command } from "../../command.ts";
import QaPlanRun from "../qa/plan/run.ts";

export default class WatchQaPlan extends Command {
  static override summary = "Carry out the cases of a plan and say how they come along.";
  static override description =
    "The same as `assay qa plan run` with the flags after `--`: each case is told on standard error as it begins and ends, and the answer on standard output at the end.";
  static override examples = [
    {
      description: "Of an item",
      command: "<%= config.bin %> watch qa-plan -- --plan checkout --item SHOP-12",
    },
  ];
  static override usage = "watch qa-plan -- FLAGS OF assay qa plan run";
  static override strict = false;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(WatchQaPlan);
    const given = argv.map(String);
    await QaPlanRun.run(
      [...given, ...(flags.json && !given.includes("--json") ? ["--json"] : [])],
      this.config,
    );
  }
}
