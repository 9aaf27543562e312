import { integer, string } from "@oclif/core/flags";
import { dispatch, qaRunJudge } from "#knowledge";
import { compose } from "../../../compose.ts";
import { executionExit } from "../../../execution-exit.ts";
import { formatRunJudged } from "../../../format/qa/judged.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";

export default class QaRunJudge extends QaCommand {
  static override summary = "Have a model judge what another run captured.";
  static override description =
    "Function qa.run.judge. The model of the settings (`model` in .assay/config.yaml) is shown the case, what has to hold, and what was captured: pictures as they are (nothing in them can be masked), words masked and as quoted data. It answers pass, fail or undetermined with the one assertion that decided it, what it saw and how sure it is; any other answer, a refusal or one that is cut off is undetermined, and then a person decides. The review is a run of its own by an agent that is neither who captured nor a person: it supersedes as a review does, and is refused where a person's judgement is asked for. Money is set aside before, at most $2.00 for a capture out of the week of the group qa (`assay budget`). Without a model, a price, money or an answer nothing is recorded and the capture waits for somebody else. Exit 0 pass, 1 fail or undetermined, 2 refused.";
  static override examples = [
    {
      description: "What a browser case captured",
      command: "<%= config.bin %> qa run judge --run-id SHOP-12/run-7k3f9x2m0a",
    },
    {
      description: "Only say what would be sent and what it may cost",
      command: "<%= config.bin %> qa run judge --run-id SHOP-12/run-7k3f9x2m0a --dry-run",
    },
  ];
  static override flags = {
    "run-id": string({ helpValue: "ID", required: true, description: "the capture" }),
    "timeout-seconds": integer({
      min: 1,
      max: 600,
      helpValue: "N",
      description: "how long one call of the model may take; 120 where nothing is said",
    }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRunJudge);
    const { "timeout-seconds": timeout_seconds } = flags;
    const response = await dispatch(qaRunJudge, compose(), {
      ...callOf(flags),
      target: { kind: "run", run_id: flags["run-id"] },
      payload: timeout_seconds === undefined ? {} : { timeout_seconds },
    });
    this.respond(flags.json, "qa.run.judge", response, formatRunJudged);
    const verdict = response.result?.run?.verdict ?? null;
    process.exitCode = executionExit(
      response.result === null ? null : { outcome: verdict === null ? null : OUTCOMES[verdict], judges: [] },
    );
  }
}

const OUTCOMES = { pass: "passed", fail: "failed", undetermined: "needs_review", error: "error" } as const;
