import { boolean, string } from "@oclif/core/flags";
import { dispatch, learn } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { EXIT } from "../exit.ts";
import { formatDrained } from "../format/drained.ts";
import { formatLearnedPull } from "../format/learned-pull.ts";
import { learnPulled } from "../learn-pulled.ts";
import { BUDGET_FLAG } from "./learning-flags.ts";

export default class Learn extends Command {
  static override summary = "Learn from the runs that wait.";
  static override description =
    "Goes on with every run whose learning was cut short, failed or was left for later, oldest first, for as long as it takes. A run that was recorded in another work tree or on another branch waits for that one. Ends with 1 when a run of this one still waits. With --pull it learns without a clone instead: it reads the artifact watch.artifact of runs that ended on the default branch since the last time, never of a fork's or a pull request's, and proposes what is new as a pull request; `assay watch run` does this for all that is due.";
  static override examples = [
    { description: "All that waits", command: "<%= config.bin %> learn" },
    { description: "A run of a branch that is gone", command: "<%= config.bin %> learn --here 6f1d3ab2" },
    { description: "From what CI left", command: "<%= config.bin %> learn --pull owner/name" },
    { description: "For ten seconds", command: "<%= config.bin %> learn --budget 10" },
  ];
  static override flags = {
    pull: string({
      helpValue: "OWNER/NAME",
      exclusive: ["here", "budget"],
      description: "from the reports that runs of this watched default branch left at the forge",
    }),
    "no-propose": boolean({
      dependsOn: ["pull"],
      description: "keep what is new; `assay proposal request refresh OWNER/NAME` proposes it",
    }),
    here: string({ helpValue: "RUN", description: "only this run, and here, wherever it was recorded" }),
    ...BUDGET_FLAG,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Learn);
    if (flags.pull !== undefined) {
      const pulled = await learnPulled(compose(), { repository: flags.pull }, !flags["no-propose"]);
      this.answer(flags.json, "learn-pull", pulled, formatLearnedPull);
      process.exitCode = pulled.kind === "pulled" && pulled.undone === null ? EXIT.ok : EXIT.no;
      return;
    }
    const drained = await dispatch(learn, compose(), {
      here: flags.here,
      budgetSeconds: flags.budget,
    });
    this.answer(flags.json, "drained", drained, formatDrained);
    process.exitCode = drained.left === 0 ? EXIT.ok : EXIT.no;
  }
}
