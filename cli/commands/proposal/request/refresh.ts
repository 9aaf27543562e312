import { boolean } from "@oclif/core/flags";
import { dispatch, proposalRequestRefresh } from "#knowledge";
import { ActCommand } from "../../../act-command.ts";
import { compose } from "../../../compose.ts";
import { formatRequestOutcome } from "../../../format/request-outcome.ts";
import { kindFlag, requestArg } from "./request-flags.ts";

export default class ProposalRequestRefresh extends ActCommand {
  static override summary = "Read a request anew and bring it up to date.";
  static override description =
    "Looks at the forge for what people did with the request, then does what is left to do: a commit to its own branch, the pull request opened or its description brought up to date. A person's commit is never overwritten. Ends with 1 where it is left alone, and says why.";
  static override examples = [
    { description: "That of this clone", command: "<%= config.bin %> proposal request refresh" },
    {
      description: "Propose once more what was closed",
      command: "<%= config.bin %> proposal request refresh --again",
    },
  ];
  static override args = requestArg;
  static override flags = {
    kind: kindFlag,
    again: boolean({ description: "propose once more what was closed unmerged" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalRequestRefresh);
    const { kind, again } = flags;
    const input = { ...args, kind, again };
    const deps = compose();
    await this.act(flags, {
      kind: "proposal-request-outcome",
      plan: () => dispatch(proposalRequestRefresh, deps, { ...input, dryRun: true }),
      carryOut: () => dispatch(proposalRequestRefresh, deps, input),
      format: formatRequestOutcome,
    });
  }
}
