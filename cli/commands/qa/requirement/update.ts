import { option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaRequirementUpdate } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRequirementDone } from "../../../format/qa/requirement.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { jsonValue } from "../json-value.ts";

export default class QaRequirementUpdate extends QaCommand {
  static override summary = "Correct a requirement in place.";
  static override description =
    "Function qa.requirement.update. --field names the column and --value its new value as JSON (a text in quotes, or plain where the column is a text). A new method_config raises the revision marker of the row, which stays set: what was proved before no longer counts. A new target_env takes the environment's snapshot. What a verdict was given by is frozen by that verdict (frozen_requirement_immutable): then add a corrected requirement and let it supersede this one. A blocking requirement never becomes non_blocking here: that is a waiver. Prints the row; exit 1 where it is refused.";
  static override examples = [
    {
      description: "Another route",
      command: `<%= config.bin %> qa requirement update --requirement-id SHOP-12/req-7k3f9x2m0a --field method_config --value '{"command":"npm test"}'`,
    },
  ];
  static override flags = {
    "requirement-id": string({ helpValue: "ID", required: true, description: "the requirement" }),
    field: option({ options: QA_WORDS.updatable, required: true, description: "the column" })(),
    value: string({ helpValue: "JSON", required: true, description: "its new value" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRequirementUpdate);
    const { field, value } = flags;
    const isPlain = PLAIN.has(field) && !/^(?:"|null$)/.test(value.trim());
    const response = await dispatch(qaRequirementUpdate, compose(), {
      ...callOf(flags),
      target: { kind: "requirement", requirement_id: flags["requirement-id"] },
      payload: {
        changes: { [field]: isPlain ? value : jsonValue(value, "value", "assay qa requirement update") },
      },
    });
    this.respond(flags.json, "qa.requirement.update", response, ({ requirement, changed }, view) =>
      formatRequirementDone(
        changed.length === 0 ? "unchanged" : `changed (${changed.join(", ")})`,
        requirement,
        view,
      ),
    );
  }
}

/** Columns whose value is a text, which needs no quotes. */
const PLAIN: ReadonlySet<string> = new Set([
  "title",
  "qa_kind",
  "target_env",
  "blocking_mode",
  "suite_id",
  "instructions",
  "expected_outcome",
]);
