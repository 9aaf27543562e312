import { string } from "@oclif/core/flags";
import { dispatch, type QaBrowserStepInput, qaBrowserStep } from "#knowledge";
import { compose } from "../../../compose.ts";
import { EXIT } from "../../../exit.ts";
import { formatBrowserSteps } from "../../../format/qa/browser.ts";
import { QaCommand } from "../../../qa-command.ts";
import { jsonObject } from "../json-value.ts";
import { pageFlags, pageOf } from "./page-flags.ts";

const COMMAND = "assay qa browser step";

export default class QaBrowserStep extends QaCommand {
  static override summary = "Try steps of a browser case on a page.";
  static override description =
    "Function qa.browser.step. Carries out each --step in order and says what it saw: how many elements its target matched, which one, where the page was before and after. Stops at the first that fails. It is for looking: it belongs to no run, proves nothing and makes no verdict. A step is JSON as in a plan's method_config: navigate (route), click, hover, type (target, text), fill_form (fields), select (target, value), scroll (target, by), wait_for (target, state), delay (ms), screenshot (capture), assert (target, check, and text, min_count or expected). A target is role[name] with the whole accessible name, such as button[Place order], or a selector of Playwright: css=…, text=…, role=…, xpath=…, plain CSS; brackets with an operator, such as input[name=q], are CSS. Routes stay at the origin of --base-url; a window that the page opens is closed, a dialog is dismissed, nothing is downloaded. Exit 1 where a step failed.";
  static override examples = [
    {
      description: "Does the target match?",
      command: `<%= config.bin %> qa browser step --base-url http://localhost:3000 --step '{"action":"navigate","route":"/cart"}' --step '{"action":"assert","target":"button[Place order]","check":"visible"}'`,
    },
    {
      description: "Sign in once, and save that",
      command: `<%= config.bin %> qa browser step --base-url http://localhost:3000 --step '{"action":"navigate","route":"/login"}' --step '{"action":"fill_form","fields":{"Name":"shopper","Password":"of the test user"}}' --step '{"action":"click","target":"button[Sign in]"}' --save-profile shopper`,
    },
  ];
  static override flags = {
    "base-url": string({ helpValue: "URL", required: true, description: "what routes are below" }),
    step: string({ helpValue: "JSON", required: true, multiple: true, description: "a step, in order" }),
    out: string({ helpValue: "FOLDER", description: "where the pictures of screenshot steps are written" }),
    trace: string({ helpValue: "FILE", description: "write a Playwright trace, masked" }),
    "save-profile": string({
      helpValue: "NAME",
      description: "save cookies and storage for this operating system, where every step was done",
    }),
    ...pageFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaBrowserStep);
    const { out, trace, "save-profile": save_profile } = flags;
    // What a step is, the operation checks.
    const steps = flags.step.map((text) =>
      jsonObject(text, "step", COMMAND),
    ) as unknown as QaBrowserStepInput["payload"]["steps"];
    const response = await dispatch(qaBrowserStep, compose(), {
      payload: {
        base_url: flags["base-url"],
        steps,
        ...(out === undefined ? {} : { out }),
        ...(trace === undefined ? {} : { trace }),
        ...(save_profile === undefined ? {} : { save_profile }),
        ...pageOf(flags, COMMAND),
      },
    });
    this.respond(flags.json, "qa.browser.step", response, formatBrowserSteps);
    if (response.result?.is_done === false) process.exitCode = EXIT.no;
  }
}
