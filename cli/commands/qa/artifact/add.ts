import { option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaArtifactAdd } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatArtifactDone } from "../../../format/qa/artifact.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { jsonValue } from "../json-value.ts";

export default class QaArtifactAdd extends QaCommand {
  static override summary = "Keep what a run left behind.";
  static override description =
    "Function qa.artifact.add. A screenshot, trace, HAR, log, diff, report or transcript of a run. The file has to be there; it is masked, also inside of a zip such as a Playwright trace, stored where the settings keep artifacts, and recorded by a typed handle after that. What cannot be masked is not stored (evidence_not_portable). --handle names bytes that were uploaded to a place of `assay qa artifact presign`, as JSON with its backend; a bare path is refused. The same bytes again are the artifact that is there. Prints the artifact; exit 1 where it is refused.";
  static override examples = [
    {
      description: "A log",
      command:
        "<%= config.bin %> qa artifact add --run-id SHOP-12/run-7k3f9x2m0a --kind log --file out/test.log",
    },
  ];
  static override flags = {
    "run-id": string({ helpValue: "ID", required: true, description: "the run that left it behind" }),
    kind: option({ options: QA_WORDS.artifactKinds, required: true, description: "what it is" })(),
    file: string({
      helpValue: "FILE",
      description: "the file; `-` is standard input",
      exclusive: ["handle"],
    }),
    handle: string({ helpValue: "JSON", description: "where uploaded bytes are, by backend" }),
    name: string({ helpValue: "NAME", description: "what it is called; else as the file" }),
    description: string({ helpValue: "TEXT", default: "", description: "what it shows" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaArtifactAdd);
    const { file, handle, name, kind, description } = flags;
    // What is no JSON is a bare path, which the state says no to.
    const given = handle?.trimStart().startsWith("{")
      ? jsonValue(handle, "handle", "assay qa artifact add")
      : handle;
    const response = await dispatch(qaArtifactAdd, compose(), {
      ...callOf(flags),
      target: { kind: "run", run_id: flags["run-id"] },
      payload: {
        artifact_kind: kind,
        description,
        ...(file === undefined ? {} : { file }),
        ...(name === undefined ? {} : { filename: name }),
        ...(given === undefined ? {} : { handle: given as string }),
      },
    });
    this.respond(flags.json, "qa.artifact.add", response, formatArtifactDone);
  }
}
