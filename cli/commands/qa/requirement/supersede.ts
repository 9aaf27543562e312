import { boolean, option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaRequirementSupersede } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatSuperseded } from "../../../format/qa/requirement.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";

export default class QaRequirementSupersede extends QaCommand {
  static override summary = "Let a corrected requirement take the place of a failed one.";
  static override description =
    "Function qa.requirement.supersede. The corrected one is of the same item, transition, phase and target, is blocking and has a pass on its own evidence: a link cannot carry a failure. The superseded row stays as it was, as history. With --declare-replacement the corrected one has not passed yet: the failed row goes on blocking and is carried out no more, and an independent passing verdict on the corrected one supersedes it. Exit 1 where it is refused, with the way out.";
  static override examples = [
    {
      description: "The corrected case has passed",
      command:
        "<%= config.bin %> qa requirement supersede --requirement-id SHOP-12/req-7k3f9x2m0a --superseded-by-requirement-id SHOP-12/req-9m2k7f3x0b --rationale 'the case looked at the wrong page'",
    },
  ];
  static override flags = {
    "requirement-id": string({ helpValue: "ID", required: true, description: "the failed requirement" }),
    "superseded-by-requirement-id": string({
      helpValue: "ID",
      required: true,
      description: "the corrected requirement",
    }),
    rationale: string({ helpValue: "TEXT", required: true, description: "what was wrong with the case" }),
    "declare-replacement": boolean({ description: "the corrected one is still to pass" }),
    source: option({
      options: QA_WORDS.dischargeSources,
      description: "whose word it is; else that of who acts",
    })(),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRequirementSupersede);
    const { rationale, source } = flags;
    const response = await dispatch(qaRequirementSupersede, compose(), {
      ...callOf(flags),
      target: { kind: "requirement", requirement_id: flags["requirement-id"] },
      payload: {
        superseded_by_requirement_id: flags["superseded-by-requirement-id"],
        rationale,
        declare_replacement: flags["declare-replacement"],
        ...(source === undefined ? {} : { source }),
      },
    });
    this.respond(flags.json, "qa.requirement.supersede", response, formatSuperseded);
  }
}
