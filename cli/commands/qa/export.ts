import { string } from "@oclif/core/args";
import { integer, option, string as stringFlag } from "@oclif/core/flags";
import { AssayError, dispatch, GATE_TARGETS, QA_WORDS, qaExport } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatExported } from "../../format/qa/exported.ts";
import { QaCommand } from "../../qa-command.ts";
import { subjectOf } from "./subject-flags.ts";

export default class QaExport extends QaCommand {
  static override summary = "Write how a subject stands in a format of the field.";
  static override description =
    "Function qa.export. Each requirement is a test. Passed is only what is satisfied; what is waived, superseded or withdrawn is skipped, with who did it and why; what is undetermined, broke down or is not proved is never a pass and tells what is owed. With --gate only what the gate before that status looks at, and the gate itself as a test, which fails where it is refused. ctrf: Common Test Report Format, with runs as attempts and clauses as steps. junit: JUnit XML, what is not proved as errors. in-toto: an unsigned statement (test-result v0.1) about the newest commit; what only an earlier commit proved is warned. check-run: what GitHub's POST /repos/OWNER/REPO/check-runs takes; it is printed, not sent. The last two need a commit. Prints the document and nothing else, or writes it to --output; with --json it stands in `text`. No time is in it but those of events. Exit 0 where it is written, whatever it says, 1 where it is refused.";
  static override examples = [
    {
      description: "For what reads JUnit XML",
      command: "<%= config.bin %> qa export SHOP-12 --format junit --output out/qa.xml",
    },
    {
      description: "What the gate before done says, as a check run",
      command: "<%= config.bin %> qa export SHOP-12 --format check-run --gate done",
    },
    {
      description: "A plan that ran for nobody's item",
      command: "<%= config.bin %> qa export exec-7k3f9x2m0a --format ctrf",
    },
  ];
  static override args = {
    subject: string({
      description: "an item, as in SHOP-12, or an execution, as in exec-7k3f9x2m0a",
      required: true,
    }),
  };
  static override flags = {
    format: option({ options: QA_WORDS.exportFormats, required: true, description: "what is written" })(),
    task: integer({ min: 1, helpValue: "N", description: "one task of the item, an epic" }),
    gate: option({ options: GATE_TARGETS, description: "what the gate before that status says" })(),
    output: stringFlag({ char: "o", helpValue: "FILE", description: "write the document there" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(QaExport);
    const { format, task, gate, output } = flags;
    const isExecution = /^exec-/i.test(args.subject);
    if (isExecution && task !== undefined)
      throw new AssayError("usage_invalid", {
        problem: "an execution has no tasks: leave out --task",
        command: "assay qa export",
      });
    const response = await dispatch(qaExport, compose(), {
      target: subjectOf(
        isExecution ? { execution: args.subject.toLowerCase() } : { item: args.subject.toUpperCase(), task },
        "assay qa export",
      ),
      payload: {
        format,
        ...(gate === undefined ? {} : { gate }),
        ...(output === undefined ? {} : { out: output }),
      },
    });
    this.respond(flags.json, "qa.export", response, formatExported);
  }
}
