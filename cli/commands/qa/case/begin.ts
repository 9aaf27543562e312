import { option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaCaseExecutionBegin } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatCaseBegun } from "../../../format/qa/run.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";

export default class QaCaseBegin extends QaCommand {
  static override summary = "Begin to carry out a case by hand or by an agent.";
  static override description =
    "Function qa.case_execution.begin. For whoever carries a case out by themselves (`assay qa case run` does it for the runners of Assay): the case is admitted here, its config, target and the commit that is checked out are frozen in a new run, and what has to be done is printed, with the command that has to be run first where there is one. --expected-branch and --expected-sha refuse where something else is checked out. Then `assay qa artifact add` and `assay qa run complete`. Exit 1 where it is refused.";
  static override examples = [
    {
      description: "An exploratory mission",
      command: "<%= config.bin %> qa case begin --requirement-id SHOP-12/req-7k3f9x2m0a",
    },
  ];
  static override flags = {
    "requirement-id": string({ helpValue: "ID", required: true, description: "the case" }),
    "performed-by": option({ options: QA_WORDS.performers, description: "else as its method says" })(),
    "expected-branch": string({ helpValue: "NAME", description: "branch that has to be checked out" }),
    "expected-sha": string({ helpValue: "SHA", description: "commit that has to be checked out, whole" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaCaseBegin);
    const { "performed-by": performed_by } = flags;
    const response = await dispatch(qaCaseExecutionBegin, compose(), {
      ...callOf(flags),
      target: { kind: "requirement", requirement_id: flags["requirement-id"] },
      payload: {
        expected_branch: flags["expected-branch"] ?? null,
        expected_sha: flags["expected-sha"] ?? null,
        ...(performed_by === undefined ? {} : { performed_by }),
      },
    });
    this.respond(flags.json, "qa.case_execution.begin", response, formatCaseBegun);
  }
}
