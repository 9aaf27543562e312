import { dispatch, proposalRequestDiff } from "#knowledge";
import { Command } from "../../../command.ts";
import { compose } from "../../../compose.ts";
import { formatRequestDiff } from "../../../format/request-diff.ts";
import { kindFlag, requestArg } from "./request-flags.ts";

export default class ProposalRequestDiff extends Command {
  static override summary = "Show what merging a request would change.";
  static override description =
    "Prints a unified diff of the open request's files against the default branch as it is now. Nothing is fetched into the clone.";
  static override examples = [
    { description: "That of this clone", command: "<%= config.bin %> proposal request diff" },
  ];
  static override args = requestArg;
  static override flags = { kind: kindFlag };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalRequestDiff);
    const diff = await dispatch(proposalRequestDiff, compose(), { ...args, kind: flags.kind });
    this.answer(flags.json, "proposal-request-diff", diff, formatRequestDiff);
  }
}
