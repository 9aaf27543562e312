import { boolean } from "@oclif/core/flags";
import { dispatch, qaBrowserSetup } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatBrowserSetup } from "../../../format/qa/browser.ts";
import { QaCommand } from "../../../qa-command.ts";

export default class QaBrowserSetup extends QaCommand {
  static override summary = "Make sure that this machine has a browser for browser cases.";
  static override description =
    "Function qa.browser.setup. Finds the browser and starts it once, as `assay qa browser status` does. Where there is none it says how to get one on Debian, macOS and Windows, and exits with 1. It downloads nothing unless --install is given: then Playwright's own installer gets a Chromium of some 150 MB into its usual folder. Who walks a mission runs this on the host before any browser step.";
  static override examples = [
    { description: "Before the first browser case", command: "<%= config.bin %> qa browser setup" },
    { description: "Download one", command: "<%= config.bin %> qa browser setup --install" },
  ];
  static override flags = {
    install: boolean({ description: "download one where none is there" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaBrowserSetup);
    const response = await dispatch(qaBrowserSetup, compose(), { payload: { install: flags.install } });
    this.respond(flags.json, "qa.browser.setup", response, formatBrowserSetup);
  }
}
