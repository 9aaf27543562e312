import { integer, string } from "@oclif/core/flags";
import { dispatch, qaActivityList } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatActivity } from "../../format/qa/activity.ts";
import { QaCommand } from "../../qa-command.ts";

export default class QaActivity extends QaCommand {
  static override summary = "List what was carried out and judged lately.";
  static override description =
    "Function qa.activity.list. Of the whole project, by pages of subjects; with --ref only of these items and executions (a call with an empty list of public_refs gets nothing). --limit counts the runs of each subject, newest first: what is cut off is old, and is told; what is open or waits for a review is always there. What was captured for an agent's review stays `captured` until it is reviewed. Changes nothing.";
  static override examples = [
    { description: "What happened?", command: "<%= config.bin %> qa activity" },
    { description: "To two items", command: "<%= config.bin %> qa activity --ref SHOP-12 --ref SHOP-13" },
  ];
  static override flags = {
    ref: string({ helpValue: "KEY", multiple: true, description: "only of this item or execution" }),
    limit: integer({ min: 1, max: 500, default: 20, description: "runs of each subject" }),
    after: string({ helpValue: "NEXT", description: "the page after the one that named it" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaActivity);
    const { ref, limit, after } = flags;
    const response = await dispatch(qaActivityList, compose(), {
      payload: { limit, after: after ?? null, ...(ref === undefined ? {} : { public_refs: ref }) },
    });
    this.respond(flags.json, "qa.activity.list", response, formatActivity);
  }
}
