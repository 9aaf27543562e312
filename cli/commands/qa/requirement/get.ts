import { string } from "@oclif/core/flags";
import { dispatch, qaRequirementGet } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRequirementShown } from "../../../format/qa/requirement.ts";
import { QaCommand } from "../../../qa-command.ts";

export default class QaRequirementGet extends QaCommand {
  static override summary = "Show a requirement with every run of it.";
  static override description =
    "Function qa.requirement.get. The row with all of its columns, how it stands and why, and every run with verdict, reason, who decided it and what it left behind. Changes nothing.";
  static override examples = [
    {
      description: "Why does it not count?",
      command: "<%= config.bin %> qa requirement get --requirement-id SHOP-12/req-7k3f9x2m0a",
    },
  ];
  static override flags = {
    "requirement-id": string({ helpValue: "ID", required: true, description: "the requirement" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRequirementGet);
    const target = { kind: "requirement", requirement_id: flags["requirement-id"] } as const;
    const response = await dispatch(qaRequirementGet, compose(), { target, payload: {} });
    this.respond(flags.json, "qa.requirement.get", response, formatRequirementShown);
  }
}
