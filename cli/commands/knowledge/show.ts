import { string } from "@oclif/core/args";
import { dispatch, knowledgeShow } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatRecord } from "../../format/record.ts";

export default class KnowledgeShow extends Command {
  static override summary = "Show a record with its links.";
  static override description =
    "Prints one record, whatever its status: its claim, what is known of it, the record that it supersedes and the one that superseded it, and its file.";
  static override examples = [
    {
      description: "By its id, or the beginning of it",
      command: "<%= config.bin %> knowledge show fact_01KDVDNA01",
    },
    {
      description: "For a program",
      command: "<%= config.bin %> knowledge show fact_01KDVDNA010000000000000001 --json",
    },
  ];
  static override args = {
    id: string({ description: "an id, or the beginning of one only", required: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KnowledgeShow);
    const shown = await dispatch(knowledgeShow, compose(), { id: args.id });
    this.answer(flags.json, "record", shown, formatRecord);
  }
}
