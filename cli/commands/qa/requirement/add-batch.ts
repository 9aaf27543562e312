import { string } from "@oclif/core/args";
import { AssayError, dispatch, qaRequirementAddBatch, readWholeText } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRequirementDone } from "../../../format/qa/requirement.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { jsonValue } from "../json-value.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";

const COMMAND = "assay qa requirement add-batch";

export default class QaRequirementAddBatch extends QaCommand {
  static override summary = "Record several things that have to be proved, all or none.";
  static override description =
    "Function qa.requirement.add_batch. Reads a JSON array from FILE, or from standard input with `-`: each element an object with the columns that `assay qa requirement add` takes as flags, by their names in JSON (title, qa_kind, qa_phase, blocking_mode, success_policy, method_id …). Where one of them is not valid, none is recorded. Prints the rows; exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    {
      description: "From a file",
      command: "<%= config.bin %> qa requirement add-batch requirements.json --item SHOP-12",
    },
  ];
  static override args = {
    file: string({ description: "a JSON array; `-` is standard input", default: "-", ignoreStdin: true }),
  };
  static override flags = { ...subjectFlags, ...callFlags };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(QaRequirementAddBatch);
    const deps = compose();
    const requirements = jsonValue(await readWholeText(deps.sources, args.file), args.file, COMMAND);
    if (!Array.isArray(requirements))
      throw new AssayError("usage_invalid", {
        problem: `${args.file} is not a JSON array`,
        command: COMMAND,
      });
    const response = await dispatch(qaRequirementAddBatch, deps, {
      ...callOf(flags),
      target: subjectOf(flags, COMMAND),
      payload: { requirements },
    });
    this.respond(flags.json, "qa.requirement.add_batch", response, (result, view) =>
      result.requirements.map((row) => formatRequirementDone("recorded", row, view)).join(""),
    );
  }
}
