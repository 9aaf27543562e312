import { string } from "@oclif/core/flags";
import { dispatch, qaRunList } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatQaRuns } from "../../../format/qa/run.ts";
import { QaCommand } from "../../../qa-command.ts";

export default class QaRunShow extends QaCommand {
  static override summary = "Show one run with what it left behind.";
  static override description =
    "Function qa.run.list, of one run: verdict and reason, who decided it, what was frozen at its start, what it reports and its artifacts. Changes nothing.";
  static override examples = [
    { description: "A run", command: "<%= config.bin %> qa run show --run-id SHOP-12/run-7k3f9x2m0a" },
  ];
  static override flags = {
    "run-id": string({ helpValue: "ID", required: true, description: "the run" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRunShow);
    const target = { kind: "run", run_id: flags["run-id"] } as const;
    const response = await dispatch(qaRunList, compose(), { target, payload: {} });
    this.respond(flags.json, "qa.run.list", response, formatQaRuns);
  }
}
