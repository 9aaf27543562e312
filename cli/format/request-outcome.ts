import type { RequestOutcome } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatByHand } from "./merge-by-hand.ts";
import { REQUEST_DONE, REQUEST_PLANNED } from "./request-words.ts";

const MOST_NAMED = 40;

/** What was done for a request, or would be done, and why no more is. */
export function formatRequestOutcome(outcome: RequestOutcome, view: View): string {
  const { columns, style } = view;
  const { result, steps, files, refusal, request, byHand } = outcome;
  const { repository, number, url, title, kind, branch } = request;
  const say = (text: string) => wrap(sanitise(text), columns);
  const rows = [
    `${style.bold(sanitise(number === null ? repository : `${repository}#${number}`))}  ${sanitise(title ?? kind)}`,
    ...(url === null ? [] : [sanitise(url)]),
    ...files
      .slice(0, MOST_NAMED)
      .map(({ path, change }) => `${change === "removed" ? "-" : "+"} ${sanitise(path)}`),
    ...(files.length > MOST_NAMED ? [`and ${files.length - MOST_NAMED} more`] : []),
    "",
    ...(refusal === null ? [] : [...say(refusal.why), ...say(`try: ${refusal.recover}`)]),
  ];
  const last = {
    done: () => `${style.green("done")}  ${steps.map((step) => REQUEST_DONE[step]).join(", ")}`,
    planned: () =>
      `${style.yellow("would change")}  ${steps.length === 0 ? `a pull request of ${sanitise(branch)}` : steps.map((step) => REQUEST_PLANNED[step]).join(", ")}`,
    unchanged: () => `${style.dim("unchanged")}  nothing is to be done`,
    refused: () => `${style.red("refused")}  nothing was changed`,
  } as const;
  const ending = byHand === null ? [] : ["", ...formatByHand(byHand, view)];
  return `${[...rows, last[result](), ...ending].join("\n")}\n`;
}
