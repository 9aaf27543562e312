import { option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaRunRecordVerdict } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRunDone } from "../../../format/qa/run.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { numberOf } from "../verdict-flags.ts";

const COMMAND = "assay qa run record-verdict";

export default class QaRunRecordVerdict extends QaCommand {
  static override summary = "Judge what another run captured.";
  static override description =
    "Function qa.run.record_verdict. The review is a run of its own that copies the config, target and code that the capture froze. Who captured does not judge. It fails closed: no pass without evidence, nor for a case that is carried out and whose capture recorded no method_config. After an agent's undetermined review a person decides. A pass on a requirement that is declared the replacement of a failed one supersedes that one in the same transaction. Prints the review; exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    {
      description: "The screenshots show what they should",
      command:
        "<%= config.bin %> qa run record-verdict --run-id SHOP-12/run-7k3f9x2m0a --verdict pass --reason 'the order is confirmed in both captures'",
    },
  ];
  static override flags = {
    "run-id": string({ helpValue: "ID", required: true, description: "the capture" }),
    verdict: option({ options: QA_WORDS.verdicts, required: true, description: "what the evidence says" })(),
    reason: string({ helpValue: "TEXT", description: "why; undetermined needs one" }),
    score: string({ helpValue: "NUMBER", description: "a measure, for thresholds" }),
    confidence: string({ helpValue: "NUMBER", description: "0.0 to 1.0" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRunRecordVerdict);
    const response = await dispatch(qaRunRecordVerdict, compose(), {
      ...callOf(flags),
      target: { kind: "run", run_id: flags["run-id"] },
      payload: {
        verdict: flags.verdict,
        verdict_reason: flags.reason ?? null,
        score: numberOf(flags.score, "score", COMMAND),
        confidence: numberOf(flags.confidence, "confidence", COMMAND),
      },
    });
    this.respond(flags.json, "qa.run.record_verdict", response, formatRunDone);
  }
}
