import { dispatch, qaRequirementList } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRequirements } from "../../../format/qa/requirement.ts";
import { QaCommand } from "../../../qa-command.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";

export default class QaRequirementList extends QaCommand {
  static override summary = "List what has to be proved for a subject and how each stands.";
  static override description =
    "Function qa.requirement.list. Of an item, with the requirements of its tasks, of one task (--task), or of an execution. Each row has all of its columns, its standing (satisfied, failed, undetermined, unmet, pending, or by which discharge: waived, superseded, retracted) with the clauses of its policy and why runs do not count, and its plan_currency: current, stale with the fields that differ, orphaned or unreadable. `seq` is where the subject's stream ends, for --expected-seq. Changes nothing.";
  static override examples = [
    { description: "What is left?", command: "<%= config.bin %> qa requirement list --item SHOP-12" },
    {
      description: "For a program",
      command: "<%= config.bin %> qa requirement list --item SHOP-12 --json",
    },
  ];
  static override flags = { ...subjectFlags };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRequirementList);
    const target = subjectOf(flags, "assay qa requirement list");
    const response = await dispatch(qaRequirementList, compose(), { target, payload: {} });
    this.respond(flags.json, "qa.requirement.list", response, formatRequirements);
  }
}
