import { string } from "@oclif/core/flags";
import { type Deps, dispatch, qaCaseRun, type QaCaseRun as Response } from "#knowledge";
import { askVerdicts, mayAsk } from "../../../ask-verdicts.ts";
import { compose } from "../../../compose.ts";
import { executionExit, outcomeOf } from "../../../execution-exit.ts";
import { formatCaseRun } from "../../../format/qa/execution.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { executionFlags, executionOf } from "../execution-flags.ts";

type Result = Response["result"];

export default class QaCaseRun extends QaCommand {
  static override summary = "Carry out one case.";
  static override description =
    "Function qa.case.run. The runner of the case's method carries it out: a command at the top of the work tree (exit 0 passes; a signal, the time or a missing program is an error, no fail), what CI said of the exact commit (nothing is started), assertions or captures in a browser, checks of a test machine, a mission that is handed to a walker, or a person. It is begun in the ledger before anything is done; output and captures are masked and kept. A test machine is driven by one case at a time: with --wait it is waited for. --expected-branch and --expected-sha refuse where something else is checked out. Exit 0 passed, 1 failed or a person has to judge it, 2 refused or an error, 3 waits for something, 12 waits for an agent's review; the command that goes on is printed.";
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

  /** The result with the word of the person in front of the terminal, where the case is theirs to judge. */
  private async judged(
    deps: Deps,
    flags: { readonly json: boolean; readonly "dry-run": boolean },
    result: Result,
  ): Promise<Result> {
    const isTheirs = result?.run?.verdict === null && result.judge === "person";
    if (result?.run == null || !isTheirs || !mayAsk(deps, flags)) return result;
    const { requirement_id, title, run } = result;
    const said = await askVerdicts(deps, [{ requirement_id, title, run: run.id }], this.view(process.stderr));
    const done = said.get(requirement_id);
    if (done === undefined) return result;
    const outcome = outcomeOf(done);
    const isOpen = outcome === "needs_review";
    return {
      ...result,
      outcome,
      run: done,
      reason: done.verdict_reason,
      judge: isOpen ? result.judge : null,
      dispatch: null,
    };
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(QaCaseRun);
    const deps = compose();
    const response = await dispatch(qaCaseRun, deps, {
      ...callOf(flags),
      target: { kind: "requirement", requirement_id: flags["requirement-id"] },
      payload: executionOf(flags),
    });
    const result = await this.judged(deps, flags, response.result);
    this.respond(flags.json, "qa.case.run", { ...response, result }, formatCaseRun);
    process.exitCode = executionExit(
      result === null ? null : { outcome: result.outcome, judges: [result.judge] },
    );
  }
}
