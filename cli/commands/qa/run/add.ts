import { option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaRunAdd } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRunDone } from "../../../format/qa/run.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { verdictFlags, verdictOf } from "../verdict-flags.ts";

export default class QaRunAdd extends QaCommand {
  static override summary = "Record an attempt at a requirement.";
  static override description =
    "Function qa.run.add. Begins a run: the requirement's method_config with its revision, the target's digest and the code's identity are frozen with it and kept to the end. The case is admitted first: the project authorises, and this host has, every capability that it asks for. Without --verdict the run is open until `assay qa run complete`; with one it is over at once. undetermined needs --reason; an agent's verdict needs linked evidence, so it begins open. Several runs of one requirement are all kept. Prints the run; exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    {
      description: "A person looked and it is right",
      command:
        "<%= config.bin %> qa run add --requirement-id SHOP-12/req-7k3f9x2m0a --performed-by manual --verdict pass --reason 'all five criteria hold'",
    },
  ];
  static override flags = {
    "requirement-id": string({ helpValue: "ID", required: true, description: "what it is an attempt at" }),
    "performed-by": option({
      options: QA_WORDS.performers,
      default: "manual" as const,
      description: "who carries it out",
    })(),
    sha: string({ helpValue: "SHA", description: "commit that was looked at, whole" }),
    branch: string({ helpValue: "NAME", description: "its branch", dependsOn: ["sha"] }),
    ...verdictFlags,
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRunAdd);
    const { sha, branch } = flags;
    const verdict = verdictOf(flags, "assay qa run add");
    const response = await dispatch(qaRunAdd, compose(), {
      ...callOf(flags),
      target: { kind: "requirement", requirement_id: flags["requirement-id"] },
      payload: {
        performed_by: flags["performed-by"],
        code_identity: sha === undefined ? null : { sha, branch: branch ?? null },
        ...(verdict === null ? {} : { completed: verdict }),
      },
    });
    this.respond(flags.json, "qa.run.add", response, formatRunDone);
  }
}
