import { boolean, integer } from "@oclif/core/flags";
import { dispatch, qaArtifactPrune } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatPruned } from "../../../format/qa/artifact.ts";
import { QaCommand } from "../../../qa-command.ts";

export default class QaArtifactPrune extends QaCommand {
  static override summary = "Delete old evidence that nothing stands on.";
  static override description =
    "Function qa.artifact.prune. Says which screenshots, traces and logs of all items and executions are older than --older-than days (qa.retention_days of the settings, else 90) and that nothing stands on, and why the rest stays: a blocking requirement that still binds stands on it, nobody has judged it, its run has no verdict, its execution is at work, it is younger, or its bytes are those of one that stays. What is not in the store that is in use here is let be. With --yes it deletes the bytes; the subject's events stay and one more says that they are gone, by the handle, and reading such an artifact says since when. Nothing runs it by itself. Exit 0, 1 where it is refused.";
  static override examples = [
    { description: "What would go", command: "<%= config.bin %> qa artifact prune" },
    {
      description: "Delete what is older than a month",
      command: "<%= config.bin %> qa artifact prune --older-than 30 --yes",
    },
  ];
  static override flags = {
    "older-than": integer({
      min: 0,
      max: 3_650,
      helpValue: "DAYS",
      description: "days that it was kept at least; 0: whatever its age",
    }),
    yes: boolean({ char: "y", description: "delete; without it nothing is" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaArtifactPrune);
    const { "older-than": days, yes } = flags;
    const response = await dispatch(qaArtifactPrune, compose(), {
      payload: { yes, ...(days === undefined ? {} : { older_than_days: days }) },
    });
    this.respond(flags.json, "qa.artifact.prune", response, formatPruned);
  }
}
