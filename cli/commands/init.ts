import { boolean } from "@oclif/core/flags";
import { dispatch, init, type Setup } from "#knowledge";
import { ActCommand } from "../act-command.ts";
import type { View } from "../command.ts";
import { compose } from "../compose.ts";
import { formatSetup, formatSetupDiff } from "../format/setup.ts";

export default class Init extends ActCommand {
  static override summary = "Wire a project: recorder, settings, git and CI.";
  static override description =
    "Finds the test runners and the CI, shows every change as a diff and asks before it writes. Puts the recorder into the runner's config, writes .assay/config.yaml, adds to .gitignore and .gitattributes, and writes what to paste into the CI's file to .assay/ci: no workflow is edited. A config that is not plain enough to be edited safely is left alone, and the lines to add are printed. --remove takes out what init put in and nothing else: what was changed since stays, and records are never touched.";
  static override examples = [
    { description: "Look, then answer y or n", command: "<%= config.bin %> init" },
    { description: "Only look", command: "<%= config.bin %> init --dry-run" },
    { description: "In a script", command: "<%= config.bin %> init --yes" },
    { description: "Take it all out again", command: "<%= config.bin %> init --remove" },
  ];
  static override flags = {
    remove: boolean({ description: "take out what init put in" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Init);
    const { remove } = flags;
    const ports = compose();
    const plan = () => dispatch(init, ports, { remove });
    let isShown = false;
    await this.act<Setup>(flags, {
      kind: "setup",
      plan,
      async carryOut(planned) {
        const shown = planned ?? (await plan());
        return shown.result === "planned" ? dispatch(init, ports, { remove, plan: shown.plan }) : shown;
      },
      format(setup: Setup, view: View) {
        const diff = isShown ? "" : formatSetupDiff(setup, view);
        isShown = true;
        return diff + formatSetup(setup, view);
      },
    });
  }
}
