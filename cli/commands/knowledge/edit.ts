import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, knowledgeEdit } from "#knowledge";
import { ActCommand } from "../../act-command.ts";
import { compose } from "../../compose.ts";
import { formatEdit } from "../../format/receipt.ts";

export default class KnowledgeEdit extends ActCommand {
  static override summary = "Word a record anew.";
  static override description =
    "Opens the record's file in your editor ($VISUAL, else $EDITOR), or takes the new claim as a flag. What may not be is named by line, nothing is written then, and what you typed is kept. To save and close the editor is the yes. The record is yours from then on: learning does not overrule it. Nothing is committed.";
  static override examples = [
    { description: "In your editor", command: "<%= config.bin %> knowledge edit fact_01KDVDNA01" },
    {
      description: "At once",
      command: "<%= config.bin %> knowledge edit fact_01KDVDNA01 --claim 'The button says Buy now.'",
    },
  ];
  static override args = {
    id: string({ description: "an id, or the beginning of one only", required: true }),
  };
  static override flags = {
    claim: text({ helpValue: "TEXT", description: "the new claim; no editor is opened" }),
    reason: text({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KnowledgeEdit);
    const { claim, reason } = flags;
    const input = { id: args.id, claim, reason };
    const deps = compose();
    // Who saves a file in an editor has said yes.
    await this.act(claim === undefined ? { ...flags, yes: true } : flags, {
      kind: "edit",
      plan: () => dispatch(knowledgeEdit, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(knowledgeEdit, deps, { ...input, seen: plan?.seen }),
      format: formatEdit,
    });
  }
}
