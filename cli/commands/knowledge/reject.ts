import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, knowledgeReject } from "#knowledge";
import { ActCommand } from "../../act-command.ts";
import { compose } from "../../compose.ts";
import { formatReceipt } from "../../format/receipt.ts";

export default class KnowledgeReject extends ActCommand {
  static override summary = "Say that candidates are not true.";
  static override description =
    "Takes candidates back and closes open questions. The files stay, and learning does not bring them up again. What is active is retired with `knowledge forget`. Nothing is committed.";
  static override examples = [
    {
      description: "One record",
      command: "<%= config.bin %> knowledge reject fact_01KDVDNA01 --reason 'only in the demo'",
    },
    { description: "See it first", command: "<%= config.bin %> knowledge reject fact_01KDVDNA01 --dry-run" },
  ];
  static override args = {
    ids: string({ description: "ids, or the only beginnings of them", required: true, multiple: true }),
  };
  static override flags = {
    reason: text({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KnowledgeReject);
    const { reason } = flags;
    const input = { ids: [args.ids].flat(), reason };
    const deps = compose();
    await this.act(flags, {
      kind: "receipt",
      plan: () => dispatch(knowledgeReject, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(knowledgeReject, deps, { ...input, seen: plan?.seen }),
      format: formatReceipt,
    });
  }
}
