import { dispatch, qaBrowserStatus } from "#knowledge";
import { compose } from "../../../compose.ts";
import { EXIT } from "../../../exit.ts";
import { formatBrowser } from "../../../format/qa/browser.ts";
import { QaCommand } from "../../../qa-command.ts";

export default class QaBrowserStatus extends QaCommand {
  static override summary = "Say which browser carries out browser cases on this machine.";
  static override description =
    "Function qa.browser.status. Starts the browser once and says its version, whether it has its own sandbox, and which profiles were saved on this operating system. It is the one that qa.browser_path of the settings names, else the first of chromium, chromium-browser, google-chrome, google-chrome-stable and microsoft-edge in PATH, then the usual places of macOS and Windows, then what `assay qa browser setup --install` got. Changes nothing. Exit 1 where there is none that starts.";
  static override examples = [
    { description: "Is a browser there?", command: "<%= config.bin %> qa browser status" },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(QaBrowserStatus);
    const response = await dispatch(qaBrowserStatus, compose(), { payload: {} });
    this.respond(flags.json, "qa.browser.status", response, formatBrowser);
    if (response.result?.kind !== "ready") process.exitCode = EXIT.no;
  }
}
