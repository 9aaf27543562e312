import { boolean, string } from "@oclif/core/flags";
import { dispatch, qaArtifactRead } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatArtifactRead } from "../../../format/qa/artifact.ts";
import { QaCommand } from "../../../qa-command.ts";

export default class QaArtifactRead extends QaCommand {
  static override summary = "Read what a run left behind.";
  static override description =
    "Function qa.artifact.read. Checked against the digest that was recorded with it. A text is printed; with --out the bytes are written to a file. With --json the content stands in `text`, or in `base64` where it is no text. Exit 1 where the bytes cannot be read from here.";
  static override examples = [
    {
      description: "A screenshot",
      command: "<%= config.bin %> qa artifact read --artifact-id SHOP-12/art-7k3f9x2m0a --out shot.png",
    },
  ];
  static override flags = {
    "artifact-id": string({ helpValue: "ID", required: true, description: "the artifact" }),
    out: string({ helpValue: "FILE", description: "write the bytes there" }),
    content: boolean({ default: true, allowNo: true, description: "also what is in it" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaArtifactRead);
    const { out, content } = flags;
    const deps = compose();
    const payload = { artifact_id: flags["artifact-id"], content };
    const response = await dispatch(qaArtifactRead, deps, { payload });
    const { result } = response;
    const bytes = result === null ? null : bytesOf(result);
    const written = out === undefined || bytes === null ? null : await deps.outputs.write(out, bytes);
    this.respond(flags.json, "qa.artifact.read", response, (read, view) =>
      formatArtifactRead(read, written, view),
    );
  }
}

function bytesOf({ text, base64 }: { readonly text: string | null; readonly base64: string | null }) {
  if (text !== null) return Buffer.from(text);
  return base64 === null ? null : Buffer.from(base64, "base64");
}
