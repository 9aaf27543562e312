import { string } from "@oclif/core/flags";
import { dispatch, qaBrowserContextGet } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatBrowserContext } from "../../format/qa/browser-context.ts";
import { QaCommand } from "../../qa-command.ts";
import { subjectFlags, subjectOf } from "./subject-flags.ts";

export default class QaBrowserContext extends QaCommand {
  static override summary = "Show the browser cases of a subject and what they captured.";
  static override description =
    "Function qa.browser_context.get. Of an item, a task, an execution or one requirement: each case that is carried out in a browser, with its instructions, its steps, the address of its environment, how it stands and what its newest run captured. Changes nothing.";
  static override examples = [
    { description: "Of an item", command: "<%= config.bin %> qa browser-context --item SHOP-12" },
  ];
  static override usage =
    "qa browser-context (--item KEY [--task N] | --execution ID | --requirement-id ID) [--json]";
  static override flags = {
    ...subjectFlags,
    "requirement-id": string({
      helpValue: "ID",
      description: "only this requirement",
      exclusive: ["item", "execution"],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaBrowserContext);
    const { "requirement-id": requirement_id } = flags;
    const target =
      requirement_id === undefined
        ? subjectOf(flags, "assay qa browser-context")
        : ({ kind: "requirement", requirement_id } as const);
    const response = await dispatch(qaBrowserContextGet, compose(), { target, payload: {} });
    this.respond(flags.json, "qa.browser_context.get", response, formatBrowserContext);
  }
}
