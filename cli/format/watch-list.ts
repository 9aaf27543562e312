import type { WatchList } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { tellTime } from "./time.ts";
import { LOST_WORDS, OUTCOME_WORDS } from "./watch-words.ts";

type Row = WatchList["repositories"][number];

/** The watched repositories, two lines each. */
export function formatWatchList({ repositories }: WatchList, { columns, style, now }: View): string {
  const rows = repositories.flatMap((row) => [
    clip(`${style.bold(sanitise(row.repository))}  ${sanitise(placeOf(row))}`, columns),
    `  ${clip(sanitise(factsOf(row, now).join(" · ")), columns - 2)}`,
  ]);
  return `${rows.join("\n")}\n`;
}

function placeOf({ branch, renamedTo, product }: Row): string {
  return [
    product,
    ...(branch === null ? [] : [branch]),
    ...(renamedTo === null ? [] : [`now ${renamedTo}`]),
  ].join(" · ");
}

function factsOf(
  { state, outcome, since, openFailures, due, issues, changedAt }: Row,
  now?: number,
): string[] {
  if (state === "platform") return ["the platform's own: never looked at"];
  if (state === "unseen") return ["no look has been at it yet; `assay watch run` looks"];
  const changed = changedAt === null ? [] : [`changed ${tellTime(changedAt, now)}`];
  if (state !== "watched") return [LOST_WORDS[state], ...changed];
  return [
    outcome === null
      ? "nothing known"
      : `${OUTCOME_WORDS[outcome]}${since === null ? "" : ` since ${tellTime(since, now)}`}`,
    ...(openFailures === 0 ? [] : [`${openFailures} open ${openFailures === 1 ? "failure" : "failures"}`]),
    ...(due === 0 ? [] : [`${due} to answer`]),
    ...(issues.length === 0 ? [] : [`issue ${issues.join(", ")}`]),
    ...changed,
  ];
}
