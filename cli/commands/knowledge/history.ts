import { string } from "@oclif/core/args";
import { dispatch, knowledgeHistory } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatHistory } from "../../format/history.ts";

export default class KnowledgeHistory extends Command {
  static override summary = "Tell what happened to a record.";
  static override description =
    "Prints all that runs and people did to a record, oldest first, and how many runs had confirmed it by then: as the ledger of this repository has it, also for a record whose file is gone.";
  static override examples = [
    {
      description: "By its id, or the beginning of it",
      command: "<%= config.bin %> knowledge history fact_01KDVDNA01",
    },
    {
      description: "For a program",
      command: "<%= config.bin %> knowledge history fact_01KDVDNA010000000000000001 --json",
    },
  ];
  static override args = {
    id: string({ description: "an id, or the beginning of one only", required: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KnowledgeHistory);
    const history = await dispatch(knowledgeHistory, compose(), { id: args.id });
    this.answer(flags.json, "record-history", history, formatHistory);
  }
}
