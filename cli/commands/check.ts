import { option, string } from "@oclif/core/flags";
import { check, dispatch, ORIGINS } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { EXIT } from "../exit.ts";
import { formatCheck } from "../format/check.ts";

export default class Check extends Command {
  static override summary = "Check the records, and what a change did to them.";
  static override description =
    "Reads every file of records and proposals and names what is wrong by file and line, with what mends it: form, anchors, forbidden text, links at both ends, the same thing said twice. With --base also what was done since HEAD left that commit: records that were removed, and changes of status that are not allowed. Changes nothing. Ends with 1 when something is wrong.";
  static override examples = [
    { description: "The files as they are", command: "<%= config.bin %> check" },
    { description: "In the CI of a pull request", command: "<%= config.bin %> check --base origin/main" },
  ];
  static override flags = {
    base: string({ helpValue: "REF", description: "the branch or commit that the change will go to" }),
    by: option({
      options: ORIGINS,
      default: "person",
      description: "who made the change: learning may do less than a person",
    })(),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Check);
    const { json, ...input } = flags;
    const checked = await dispatch(check, compose(), input);
    this.answer(json, "check", checked, formatCheck);
    process.exitCode = checked.result === "ok" ? EXIT.ok : EXIT.no;
  }
}
