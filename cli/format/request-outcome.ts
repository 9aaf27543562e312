import type { RequestOutcome } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

const MOST_NAMED = 40;

const DONE = {
  commit: "committed to its branch",
  open: "opened",
  edit: "description brought up to date",
  close: "closed, as nothing is left to propose",
} as const;
const PLANNED = {
  commit: "a commit to its branch",
  open: "its opening",
  edit: "its description",
  close: "its closing, as nothing is left to propose",
} as const;

/** What was done for a request, or would be done, and why no more is. */
export function formatRequestOutcome(outcome: RequestOutcome, { columns, style }: View): string {
  const { result, steps, files, refusal, request } = outcome;
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
    done: () => `${style.green("done")}  ${steps.map((step) => DONE[step]).join(", ")}`,
    planned: () =>
      `${style.yellow("would change")}  ${steps.length === 0 ? `a pull request of ${sanitise(branch)}` : steps.map((step) => PLANNED[step]).join(", ")}`,
    unchanged: () => `${style.dim("unchanged")}  nothing is to be done`,
    refused: () => `${style.red("refused")}  nothing was changed`,
  } as const;
  return `${[...rows, last[result]()].join("\n")}\n`;
}
