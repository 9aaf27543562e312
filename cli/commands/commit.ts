import { string } from "@oclif/core/flags";
import { commit, dispatch } from "#knowledge";
import { ActCommand } from "../act-command.ts";
import { compose } from "../compose.ts";
import { formatCommit } from "../format/commit.ts";

export default class Commit extends ActCommand {
  static override summary = "Commit what was learned, and nothing else.";
  static override description =
    "Commits the files of .assay/knowledge, proposals, plans and decisions that changed, as one commit on the current branch, with the repository's hooks and signing. What else is staged stays staged. Files with problems are refused: `check` names them. No other command commits.";
  static override examples = [
    { description: "Look, then say yes", command: "<%= config.bin %> commit" },
    { description: "In a CI job that keeps what it learned", command: "<%= config.bin %> commit --yes" },
  ];
  static override flags = {
    message: string({
      char: "m",
      helpValue: "TEXT",
      description: "the message; else one that says what was learned",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Commit);
    const { message } = flags;
    const deps = compose();
    await this.act(flags, {
      kind: "commit",
      plan: () => dispatch(commit, deps, { message, dryRun: true }),
      carryOut: (plan) => dispatch(commit, deps, { message, ...(plan === null ? {} : { head: plan.head }) }),
      format: formatCommit,
    });
  }
}
