import { string } from "@oclif/core/args";
import { boolean, string as text } from "@oclif/core/flags";
import { dispatch, proposalRequestOpen } from "#knowledge";
import { ActCommand } from "../../../act-command.ts";
import { compose } from "../../../compose.ts";
import { formatRequestOutcome } from "../../../format/request-outcome.ts";

export default class ProposalRequestOpen extends ActCommand {
  static override summary = "Open a request for the proposals of this clone.";
  static override description =
    "Proposes the files of .assay/proposals that the team's default branch does not have: one commit to a branch of their own at the forge, and its pull request, opened or brought up to date. Your branches and your work tree stay as they are.";
  static override examples = [
    { description: "All of them", command: "<%= config.bin %> proposal request open" },
    { description: "One of them", command: "<%= config.bin %> proposal request open prop_01KDVDNA01 --yes" },
  ];
  static override args = {
    ids: string({
      description: "proposals, by their ids or the only beginnings of them; left out, all",
      multiple: true,
    }),
  };
  static override flags = {
    repository: text({
      helpValue: "OWNER/NAME",
      description: "the repository at the forge; left out, that of this clone",
    }),
    again: boolean({ description: "also what was closed unmerged" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalRequestOpen);
    const { repository, again } = flags;
    const ids = args.ids === undefined ? [] : [args.ids].flat();
    const input = { repository, ids, again };
    const deps = compose();
    await this.act(flags, {
      kind: "proposal-request-outcome",
      plan: () => dispatch(proposalRequestOpen, deps, { ...input, dryRun: true }),
      carryOut: () => dispatch(proposalRequestOpen, deps, input),
      format: formatRequestOutcome,
    });
  }
}
