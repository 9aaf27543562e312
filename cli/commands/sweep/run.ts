import { string as stringArg } from "@oclif/core/args";
import { boolean, string } from "@oclif/core/flags";
import { dispatch, doPropose, sweepRun } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatSweepRan } from "../../format/sweep.ts";

export default class SweepRun extends Command {
  static override summary = "Look back on a week of CI of a product.";
  static override description =
    "Reads the runs of the default branches, finds what is flaky, what got slower or comes near its limit, what never failed and what changed untested; opens at most one issue, for the most important finding, and proposes the report by a pull request. Runs nothing again. A week is swept once. Ends with 0 when it is swept, 1 when nothing was to be done or no money is left, and 3 when it may be asked again.";
  static override examples = [
    { description: "The newest week", command: "<%= config.bin %> sweep run shop" },
    {
      description: "A week that was missed",
      command: "<%= config.bin %> sweep run shop --week 2026-W45 --late",
    },
  ];
  static override args = {
    product: stringArg({ description: "name of the product in the settings", required: true }),
  };
  static override flags = {
    week: string({ description: "ISO week, as in 2026-W49" }),
    organisation: string({ description: "whose watch it is" }),
    late: boolean({ description: "also a week whose sweep was missed" }),
    "no-propose": boolean({
      description: "keep the report; `assay proposal request refresh OWNER/NAME --kind sweep` proposes it",
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SweepRun);
    const { week, organisation, late } = flags;
    const deps = compose();
    const ran = await dispatch(sweepRun, deps, { product: args.product, week, organisation, late });
    const [due] = flags["no-propose"] ? [] : ran.due;
    const proposed = due === undefined ? null : await doPropose(deps, due, "sweep");
    this.answer(flags.json, "sweep-run", { ...ran, proposed }, formatSweepRan);
    process.exitCode = EXITS[ran.kind];
  }
}

const EXITS = {
  swept: EXIT.ok,
  already: EXIT.ok,
  skipped: EXIT.no,
  refused: EXIT.no,
  missed: EXIT.no,
  early: EXIT.later,
  later: EXIT.later,
  "claimed-by-other": EXIT.later,
} as const;
