import type { ChangeWorked } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatChange } from "./change.ts";
import { quoteCommand } from "./quote-command.ts";
import { tellTime } from "./time.ts";

/** The change as it stands after the work, and why it stopped there. */
export function formatWorked(worked: ChangeWorked, view: View): string {
  const say = (text: string) => wrap(sanitise(text), view.columns);
  const said =
    worked.command === null
      ? sayStop(worked, view).flatMap(say)
      : [
          ...say(`The QA engineer has to run the tests by this command (${worked.command.source}):`),
          ...quoteCommand(worked.command.command, view.columns),
          ...say(
            "Nothing was run. --confirm-command allows this very command, and no other; or set `ci.command` in .assay/config.yaml.",
          ),
        ];
  return `${formatChange(worked.view, view)}\n${said.join("\n")}\n`;
}

function sayStop({ result, wait, view: change }: ChangeWorked, { now }: View): string[] {
  if (wait === null || result === "finished")
    return [change.status.phase === "person" ? "A person is needed." : "Nothing is left to do."];
  const until = wait.until === null ? "" : `, at most until ${tellTime(wait.until, now)}`;
  switch (wait.for) {
    case "ci":
      return [`Waiting for CI${wait.running.length === 0 ? "" : `: ${wait.running.join(", ")}`}${until}.`];
    case "builder":
      return ["Waiting for the builder: `assay change next` says what it is to do."];
    case "reviewer":
      return ["Waiting for a reviewer: `assay change hand-over` says that they are done."];
    case "holder":
      return [`${wait.holder ?? "Another process"} works on it${until}.`];
    case "forge":
      return [`Waiting for the forge's lists to tell whether it was written${until}.`];
  }
}
