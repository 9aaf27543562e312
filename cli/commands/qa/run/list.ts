import { integer, string } from "@oclif/core/flags";
import { dispatch, qaRunList } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatQaRuns } from "../../../format/qa/run.ts";
import { QaCommand } from "../../../qa-command.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";

export default class QaRunList extends QaCommand {
  static override summary = "List runs of a subject or a requirement.";
  static override description =
    "Function qa.run.list. Every run that was recorded, newest first, with verdict, reason, score, confidence, who decided it, what was frozen at its start and what it left behind. Changes nothing.";
  static override examples = [
    { description: "Of an item", command: "<%= config.bin %> qa run list --item SHOP-12" },
    {
      description: "Of one requirement, for a program",
      command: "<%= config.bin %> qa run list --requirement-id SHOP-12/req-7k3f9x2m0a --json",
    },
  ];
  static override usage =
    "qa run list (--item KEY [--task N] | --execution ID | --requirement-id ID) [--limit N] [--offset N] [--json]";
  static override flags = {
    ...subjectFlags,
    "requirement-id": string({
      helpValue: "ID",
      description: "only of this requirement",
      exclusive: ["item", "execution"],
    }),
    limit: integer({ min: 1, max: 1000, default: 100, description: "runs to print" }),
    offset: integer({ min: 0, default: 0, description: "runs to skip" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRunList);
    const { "requirement-id": requirement_id, limit, offset } = flags;
    const target =
      requirement_id === undefined
        ? subjectOf(flags, "assay qa run list")
        : ({ kind: "requirement", requirement_id } as const);
    const response = await dispatch(qaRunList, compose(), { target, payload: { limit, offset } });
    this.respond(flags.json, "qa.run.list", response, formatQaRuns);
  }
}
