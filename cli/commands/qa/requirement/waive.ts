import { boolean, option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaRequirementWaive } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatWaived } from "../../../format/qa/requirement.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";

export default class QaRequirementWaive extends QaCommand {
  static override summary = "Waive a requirement that has not passed, with a rationale.";
  static override description =
    "Function qa.requirement.waive. A waiver settles the requirement at every gate and is told apart from a pass everywhere: waived_at, waiver_rationale and waiver_source are recorded. A blocking requirement is waived with --force only. An operator decides it: with --source operator, who records it holds the work claim of the item (`assay item claim`) or a live steering seat that covers it (`assay seat take`); with --source agent, the work claim. With --expires it binds again at that time. Exit 1 where it is refused, with the way out.";
  static override examples = [
    {
      description: "Accepted until the end of the month",
      command:
        "<%= config.bin %> qa requirement waive --requirement-id SHOP-12/req-7k3f9x2m0a --rationale 'no printer on this floor' --force --expires 2027-01-31T00:00:00Z",
    },
  ];
  static override flags = {
    "requirement-id": string({ helpValue: "ID", required: true, description: "the requirement" }),
    rationale: string({ helpValue: "TEXT", required: true, description: "why it is accepted as it is" }),
    force: boolean({ description: "waive it although it is blocking" }),
    source: option({
      options: QA_WORDS.dischargeSources,
      description: "whose word it is; else that of who acts",
    })(),
    expires: string({ helpValue: "TIME", description: "when it binds again, ISO 8601" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRequirementWaive);
    const { rationale, force, source, expires } = flags;
    const response = await dispatch(qaRequirementWaive, compose(), {
      ...callOf(flags),
      target: { kind: "requirement", requirement_id: flags["requirement-id"] },
      payload: {
        rationale,
        force,
        expires_at: expires ?? null,
        ...(source === undefined ? {} : { source }),
      },
    });
    this.respond(flags.json, "qa.requirement.waive", response, formatWaived);
  }
}
