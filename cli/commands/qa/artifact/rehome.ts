import { string } from "@oclif/core/flags";
import { dispatch, qaArtifactRehome } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatArtifactDone } from "../../../format/qa/artifact.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";

export default class QaArtifactRehome extends QaCommand {
  static override summary = "Bring an artifact into the store that is in use.";
  static override description =
    "Function qa.artifact.rehome. Evidence that another clone holds, or an earlier store, is kept where the settings keep artifacts now; the handle that was recorded first stays. Only the same bytes are taken, by their digest: from where they are, or from --file. Prints the artifact at its new place; exit 1 where it is refused.";
  static override examples = [
    {
      description: "From a copy",
      command:
        "<%= config.bin %> qa artifact rehome --artifact-id SHOP-12/art-7k3f9x2m0a --file evidence.txt",
    },
  ];
  static override flags = {
    "artifact-id": string({ helpValue: "ID", required: true, description: "the artifact" }),
    file: string({ helpValue: "FILE", description: "a copy of the same bytes" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaArtifactRehome);
    const { file } = flags;
    const response = await dispatch(qaArtifactRehome, compose(), {
      ...callOf(flags),
      payload: { artifact_id: flags["artifact-id"], ...(file === undefined ? {} : { file }) },
    });
    this.respond(flags.json, "qa.artifact.rehome", response, formatArtifactDone);
  }
}
