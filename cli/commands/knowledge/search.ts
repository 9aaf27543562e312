import { string } from "@oclif/core/args";
import { dispatch, knowledgeSearch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatRecords } from "../../format/records.ts";
import { FILTER_FLAGS } from "./filter-flags.ts";

export default class KnowledgeSearch extends Command {
  static override summary = "Search what was learned.";
  static override description =
    "Prints the records in which all the words occur, in any order and case: in the claim, the anchors or the id. Best first, and never a record above its successor.";
  static override examples = [
    { description: "Two words", command: "<%= config.bin %> knowledge search place order" },
    {
      description: "Cautions only, past ones too",
      command: "<%= config.bin %> knowledge search login --kind caution --all",
    },
  ];
  static override args = {
    text: string({ description: "the words", required: true, multiple: true }),
  };
  static override flags = FILTER_FLAGS;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KnowledgeSearch);
    const { json, kind: kinds, status: statuses, ...rest } = flags;
    const text = [args.text].flat().join(" ");
    const list = await dispatch(knowledgeSearch, compose(), { text, kinds, statuses, ...rest });
    this.answer(json, "records", list, formatRecords);
  }
}
