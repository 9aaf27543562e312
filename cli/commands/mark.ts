import { string } from "@oclif/core/args";
import { option, string as text } from "@oclif/core/flags";
import { CAUSES, dispatch, MARKS, type Mark as MarkWord, mark } from "#knowledge";
import { ActCommand } from "../act-command.ts";
import { compose } from "../compose.ts";
import { formatMark } from "../format/receipt.ts";

export default class Mark extends ActCommand {
  static override summary = "Say whether a run was explained right.";
  static override description =
    "right: what the run added or confirmed becomes active, over any hold. wrong-cause: the cautions that it added are taken back, and where the right cause is one to be careful of, a caution says so. flaky: the test is remembered as flaky. not-a-failure: the cautions that it added are taken back. The same on a laptop and in CI; the same mark twice is one. Nothing is committed.";
  static override examples = [
    { description: "It was as the explanation says", command: "<%= config.bin %> mark 7f3ka1 right" },
    {
      description: "It was the network",
      command: "<%= config.bin %> mark 7f3ka1 wrong-cause --cause environment",
    },
    {
      description: "One test of it",
      command: "<%= config.bin %> mark 7f3ka1 flaky --test 'cart adds an item'",
    },
  ];
  static override args = {
    run: string({ description: "a run's id, or the only beginning of one", required: true }),
    mark: string({ description: "what it was", required: true, options: [...MARKS] }),
  };
  static override flags = {
    test: text({ helpValue: "NAME", description: "the test that it is about; else the whole run" }),
    cause: option({ options: CAUSES, description: "the right cause, with wrong-cause" })(),
    reason: text({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Mark);
    const { test, cause, reason } = flags;
    const input = { run: args.run, mark: args.mark as MarkWord, test, cause, reason };
    const deps = compose();
    await this.act(flags, {
      kind: "mark",
      plan: () => dispatch(mark, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(mark, deps, { ...input, seen: plan?.seen }),
      format: formatMark,
    });
  }
}
