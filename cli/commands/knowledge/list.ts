import { dispatch, knowledgeList } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatRecords } from "../../format/records.ts";
import { FILTER_FLAGS } from "./filter-flags.ts";

export default class KnowledgeList extends Command {
  static override summary = "List what was learned.";
  static override description =
    "Prints the records that may hold now: candidates, active ones and open questions. A file that cannot be read is named and skipped.";
  static override examples = [
    { description: "What is known", command: "<%= config.bin %> knowledge list" },
    { description: "About one page", command: "<%= config.bin %> knowledge list --anchor page:/checkout" },
    {
      description: "What is no longer true",
      command: "<%= config.bin %> knowledge list --status superseded --json",
    },
  ];
  static override flags = FILTER_FLAGS;

  async run(): Promise<void> {
    const { flags } = await this.parse(KnowledgeList);
    const { json, kind: kinds, status: statuses, ...rest } = flags;
    const list = await dispatch(knowledgeList, compose(), { kinds, statuses, ...rest });
    this.answer(json, "records", list, formatRecords);
  }
}
