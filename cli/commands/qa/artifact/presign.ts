import { string } from "@oclif/core/flags";
import { dispatch, qaArtifactPresign } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatPresigned } from "../../../format/qa/artifact.ts";
import { QaCommand } from "../../../qa-command.ts";

export default class QaArtifactPresign extends QaCommand {
  static override summary = "Give a place to upload evidence to.";
  static override description =
    "Function qa.artifact.presign. Where artifacts are kept in S3: an address that takes the bytes by PUT for fifteen minutes, and the handle by which `assay qa artifact add --handle` records them afterwards. Where they are files it is refused, with the command that hands over the file itself. Records nothing.";
  static override examples = [
    {
      description: "For a trace",
      command:
        "<%= config.bin %> qa artifact presign --run-id SHOP-12/run-7k3f9x2m0a --filename trace.zip --content-type application/zip",
    },
  ];
  static override flags = {
    "run-id": string({ helpValue: "ID", required: true, description: "the run that left it behind" }),
    filename: string({ helpValue: "NAME", required: true, description: "what it is called" }),
    "content-type": string({
      helpValue: "TYPE",
      default: "application/octet-stream",
      description: "its type",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaArtifactPresign);
    const response = await dispatch(qaArtifactPresign, compose(), {
      target: { kind: "run", run_id: flags["run-id"] },
      payload: { filename: flags.filename, content_type: flags["content-type"] },
    });
    this.respond(flags.json, "qa.artifact.presign", response, formatPresigned);
  }
}
