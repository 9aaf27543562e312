import { option, string } from "@oclif/core/flags";
import { AssayError, dispatch, QA_WORDS, qaRunComplete } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRunDone } from "../../../format/qa/run.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { verdictFlags, verdictOf } from "../verdict-flags.ts";

const COMMAND = "assay qa run complete";

export default class QaRunComplete extends QaCommand {
  static override summary = "Record the verdict of an open run.";
  static override description =
    "Function qa.run.complete. pass, fail, undetermined (with --reason) or error; undetermined is a verdict of its own, which never satisfies and is never read as another. What the run's start froze is kept. An agent's verdict needs linked evidence (`assay qa artifact add`). A capture that somebody else has to judge takes no pass or fail here: that is `assay qa run record-verdict`. A verdict is given once. Prints the run; exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    {
      description: "It did not work",
      command:
        "<%= config.bin %> qa run complete --run-id SHOP-12/run-7k3f9x2m0a --verdict fail --reason 'the total is wrong'",
    },
  ];
  static override flags = {
    "run-id": string({ helpValue: "ID", required: true, description: "the run" }),
    ...verdictFlags,
    verdict: option({ options: QA_WORDS.verdicts, required: true, description: "what it said" })(),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRunComplete);
    const payload = verdictOf(flags, COMMAND);
    if (payload === null)
      throw new AssayError("usage_invalid", { problem: "give --verdict", command: COMMAND });
    const response = await dispatch(qaRunComplete, compose(), {
      ...callOf(flags),
      target: { kind: "run", run_id: flags["run-id"] },
      payload,
    });
    this.respond(flags.json, "qa.run.complete", response, formatRunDone);
  }
}
