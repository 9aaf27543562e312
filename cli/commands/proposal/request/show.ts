import { dispatch, proposalRequestShow } from "#knowledge";
import { Command } from "../../../command.ts";
import { compose } from "../../../compose.ts";
import { formatRequest } from "../../../format/request.ts";
import { kindFlag, requestArg } from "./request-flags.ts";

export default class ProposalRequestShow extends Command {
  static override summary = "Show a request with its evidence.";
  static override description =
    "What it proposes and on what evidence, what waits for the next one, what people declined, and how it stands at the forge now. Writes nothing.";
  static override examples = [
    { description: "That of this clone", command: "<%= config.bin %> proposal request show" },
    {
      description: "The report of a sweep",
      command: "<%= config.bin %> proposal request show acme/shop --kind sweep",
    },
  ];
  static override args = requestArg;
  static override flags = { kind: kindFlag };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalRequestShow);
    const shown = await dispatch(proposalRequestShow, compose(), { ...args, kind: flags.kind });
    this.answer(flags.json, "proposal-request", shown, formatRequest);
  }
}
