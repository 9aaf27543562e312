import type { HandedOver } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatChangeHead } from "./change.ts";

/** Whether a change was handed over, and how to go on. */
export function formatHandedOver({ result, refusal, view: change }: HandedOver, view: View): string {
  const say = (text: string) => wrap(sanitise(text), view.columns);
  const rows = [
    ...formatChangeHead(change, view),
    "",
    ...(refusal === null
      ? say(SAID[result])
      : [...say(`refused: ${refusal.why}`), ...say(`to get out of it: ${refusal.recover}`)]),
  ];
  return `${rows.join("\n")}\n`;
}

const SAID = {
  done: "It is handed over; `assay change work` goes on from there.",
  planned: "It would be handed over; nothing was done.",
  unchanged: "It was handed over before.",
  refused: "",
} as const satisfies Record<HandedOver["result"], string>;
