import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, knowledgeForget } from "#knowledge";
import { ActCommand } from "../../act-command.ts";
import { compose } from "../../compose.ts";
import { formatReceipt } from "../../format/receipt.ts";

export default class KnowledgeForget extends ActCommand {
  static override summary = "Retire records, and never learn them again.";
  static override description =
    "Deprecates records, active ones too. The files stay, so that learning knows not to bring them up again; `knowledge accept` takes it back. How to purge a text from the history of git is in docs/knowledge.md. Nothing is committed.";
  static override examples = [
    {
      description: "One record",
      command: "<%= config.bin %> knowledge forget caution_01KDVDNA03 --reason 'mended'",
    },
    {
      description: "In a script",
      command: "<%= config.bin %> knowledge forget caution_01KDVDNA03 --yes --json",
    },
  ];
  static override args = {
    ids: string({ description: "ids, or the only beginnings of them", required: true, multiple: true }),
  };
  static override flags = {
    reason: text({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KnowledgeForget);
    const { reason } = flags;
    const input = { ids: [args.ids].flat(), reason };
    const deps = compose();
    await this.act(flags, {
      kind: "receipt",
      plan: () => dispatch(knowledgeForget, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(knowledgeForget, deps, { ...input, seen: plan?.seen }),
      format: formatReceipt,
    });
  }
}
