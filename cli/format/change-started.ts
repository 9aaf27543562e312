import type { ChangeStarted } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatChangeHead } from "./change.ts";

/** Whether a run began, and how to go on. */
export function formatStarted({ result, refusal, view: change }: ChangeStarted, view: View): string {
  const say = (text: string) => wrap(sanitise(text), view.columns);
  const rows =
    refusal !== null
      ? [...say(`nothing was begun: ${refusal.why}`), ...say(`to get out of it: ${refusal.recover}`)]
      : [
          ...(change === null ? [] : formatChangeHead(change, view)),
          "",
          ...say(SAID[result]),
          ...say("`assay change work` does what is to be done; `assay change next` says whose turn it is."),
        ];
  return `${rows.join("\n")}\n`;
}

const SAID = {
  started: "The run has begun.",
  planned: "This run would begin; nothing was done.",
  live: "This run is live already.",
  refused: "",
} as const satisfies Record<ChangeStarted["result"], string>;
