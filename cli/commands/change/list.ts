import { integer } from "@oclif/core/flags";
import { changeList, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatChanges } from "../../format/changes.ts";

export default class ChangeList extends Command {
  static override summary = "List the changes under QA.";
  static override description =
    "Those that wait for a person come first, then the newest. Read from the ledger; the forge is not asked.";
  static override examples = [{ description: "All of them", command: "<%= config.bin %> change list" }];
  static override flags = {
    limit: integer({ min: 1, max: 1000, default: 50, description: "changes to show" }),
    offset: integer({ min: 0, default: 0, description: "changes to pass over" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ChangeList);
    const { json, limit, offset } = flags;
    this.answer(json, "changes", await dispatch(changeList, compose(), { limit, offset }), formatChanges);
  }
}
