import { string as stringArg } from "@oclif/core/args";
import { boolean, string } from "@oclif/core/flags";
import { dispatch, explain } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { formatExplanations } from "../format/explanation.ts";

export default class Explain extends Command {
  static override summary = "Explain a red build from its logs and reports.";
  static override description =
    "Names one cause for each file, quotes the lines that show it, lists the failed tests and says what to do next. Reads CI logs (also zipped or gzipped) and test reports (JUnit, TRX, TestNG, CTRF, Playwright, TAP and more). Needs no account, no model and no set-up.";
  static override examples = [
    { description: "A log", command: "<%= config.bin %> explain build.log" },
    { description: "What a CI prints", command: "gh run view --log-failed | <%= config.bin %> explain -" },
    {
      description: "Only what is new since the job last passed",
      command: "<%= config.bin %> explain red.log --passing green.log",
    },
    {
      description: "Reports, kept so that flaky tests are known by their history",
      command: "<%= config.bin %> explain reports/*.xml --record --commit $(git rev-parse HEAD)",
    },
  ];
  static override args = {
    file: stringArg({
      description: "a log, a report or an archive of them; `-` reads standard input",
      required: true,
      multiple: true,
    }),
  };
  static override flags = {
    passing: string({ helpValue: "FILE", description: "a log of the same job when it passed" }),
    base: string({ helpValue: "FILE", description: "a log or report of the same job on the base branch" }),
    conclusion: string({
      helpValue: "WORD",
      description: "what the CI says the job ended with, e.g. timed_out",
    }),
    step: string({ helpValue: "NAME", description: "the step that failed, as the CI names it" }),
    job: string({ helpValue: "NAME", description: "the job that was run, with its matrix values" }),
    commit: string({ helpValue: "SHA", description: "the commit that was built" }),
    branch: string({ helpValue: "NAME", description: "the branch that was built" }),
    "default-branch": string({ helpValue: "NAME", description: "the repository's default branch" }),
    record: boolean({ description: "keep the result of each test in this repository's history" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Explain);
    const { json, "default-branch": defaultBranch, ...rest } = flags;
    const files = [args.file].flat();
    const explanation = await dispatch(explain, compose(), { files, defaultBranch, ...rest });
    this.answer(json, "explanation", explanation, formatExplanations);
    for (const unread of explanation.unread) this.complain(json, unread);
  }
}
