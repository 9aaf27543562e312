import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, type TriageRan, triageRun } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatTriage } from "../../format/triage.ts";

export default class TriageRun extends Command {
  static override summary = "Triage a failure of a watched default branch.";
  static override description =
    "Reads the failed checks and the changes merged since the branch passed last, decides whether the code is wrong, a test, or neither, and opens one issue that a builder can act on; for a flake it opens nothing. `assay watch run` does this for all that is due. Can be stopped and called again at any time. Ends with 0 when it is done, 1 when a person is needed or no money is left, 3 while it has to wait.";
  static override examples = [
    {
      description: "A failure of `watch status`",
      command: "<%= config.bin %> triage run owner/name FAILURE",
    },
  ];
  static override args = {
    repository: string({ required: true, description: "OWNER/NAME of the repository" }),
    failure: string({ required: true, description: "id of the failure, as `watch status` shows it" }),
  };
  static override flags = {
    organisation: text({
      helpValue: "NAME",
      description: "whose watch it is, instead of that of the settings",
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TriageRun);
    const { repository, failure } = args;
    const ran = await dispatch(triageRun, compose(), {
      repository,
      failure,
      organisation: flags.organisation,
    });
    this.answer(flags.json, "triage-run", ran, formatTriage);
    process.exitCode = exitOf(ran);
  }
}

function exitOf({ kind, decision, issue, why }: TriageRan): number {
  if (kind === "later" || kind === "claimed-by-other") return EXIT.later;
  const isUnwritten = kind === "done" && issue === null && why !== null;
  return kind === "refused" || isUnwritten || decision?.needsPerson === true ? EXIT.no : EXIT.ok;
}
