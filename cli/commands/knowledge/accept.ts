import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, knowledgeAccept } from "#knowledge";
import { ActCommand } from "../../act-command.ts";
import { compose } from "../../compose.ts";
import { formatReceipt } from "../../format/receipt.ts";

export default class KnowledgeAccept extends ActCommand {
  static override summary = "Take records as true.";
  static override description =
    "Makes candidates active by user-sovereign, over any hold, and records that were retired current again; answers an open question. What a person accepted, learning does not overrule. The same on a laptop and in CI. Nothing is committed.";
  static override examples = [
    { description: "One record", command: "<%= config.bin %> knowledge accept fact_01KDVDNA01" },
    {
      description: "In a script",
      command: "<%= config.bin %> knowledge accept fact_01KDVDNA01 --reason 'seen it' --yes",
    },
  ];
  static override args = {
    ids: string({ description: "ids, or the only beginnings of them", required: true, multiple: true }),
  };
  static override flags = {
    reason: text({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KnowledgeAccept);
    const { reason } = flags;
    const input = { ids: [args.ids].flat(), reason };
    const deps = compose();
    await this.act(flags, {
      kind: "receipt",
      plan: () => dispatch(knowledgeAccept, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(knowledgeAccept, deps, { ...input, seen: plan?.seen }),
      format: formatReceipt,
    });
  }
}
