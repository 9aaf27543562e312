import { string } from "@oclif/core/flags";
import { dispatch, qaCaseRun } from "#knowledge";
import { compose } from "../../../compose.ts";
import { executionExit } from "../../../execution-exit.ts";
import { formatCaseRun } from "../../../format/qa/execution.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { executionFlags, executionOf } from "../execution-flags.ts";

export default class QaCaseRun extends QaCommand {
  static override summary = "Carry out one case.";
  static override description =
    "Function qa.case.run. The runner of the case's method carries it out: a command at the top of the work tree (exit 0 passes; a signal, the time or a missing program is an error, no fail), what CI said of the exact commit (nothing is started), assertions or captures in a browser, checks of a test machine, a mission that is handed to a walker, or a person. It is begun in the ledger before anything is done; output and captures are masked and kept. --expected-branch and --expected-sha refuse where something else is checked out. Exit 0 passed, 1 failed or a person has to judge it, 2 refused or an error, 3 waits for something, 12 waits for an agent's review; the command that goes on is printed.";
  static override examples = [
    {
      description: "Against a local server",
      command:
        "<%= config.bin %> qa case run --requirement-id SHOP-12/req-7k3f9x2m0a --base-url http://localhost:3000",
    },
  ];
  static override flags = {
    "requirement-id": string({ helpValue: "ID", required: true, description: "the case" }),
    ...executionFlags,
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaCaseRun);
    const response = await dispatch(qaCaseRun, compose(), {
      ...callOf(flags),
      target: { kind: "requirement", requirement_id: flags["requirement-id"] },
      payload: executionOf(flags),
    });
    this.respond(flags.json, "qa.case.run", response, formatCaseRun);
    const { result } = response;
    process.exitCode = executionExit(
      result === null ? null : { outcome: result.outcome, judges: [result.judge] },
    );
  }
}
