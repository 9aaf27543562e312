import type { ShownRequest } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { labelled } from "./labelled.ts";
import { formatByHand } from "./merge-by-hand.ts";
import { REQUEST_LEFT } from "./request-words.ts";
import { tellTime } from "./time.ts";

const MARKS = { added: "+", modified: "~", removed: "-", renamed: ">" } as const;
/** Files and pieces of evidence that are named; the others are counted. */
const MOST_NAMED = 40;

/** A request: where it stands, its evidence and what becomes of each, its files. */
export function formatRequest({ request, evidence, atForge }: ShownRequest, view: View): string {
  const { style, now } = view;
  const { repository, kind, branch, state, left, at } = request;
  const number = atForge?.number ?? request.number;
  const title = atForge?.title ?? request.title ?? kind;
  const foreign = atForge?.othersCommit ?? null;
  const files = atForge?.files ?? [];
  const byHand = atForge?.byHand ?? null;
  const rows = [
    `${style.bold(sanitise(number === null ? repository : `${repository}#${number}`))}  ${sanitise(title)}`,
    ...labelled("state", atForge?.state ?? (state === "none" ? "not opened" : state), view),
    ...(atForge === null ? [] : labelled("page", atForge.url, view)),
    ...labelled("branch", branch, view),
    ...(atForge === null ? [] : labelled("head", atForge.head.slice(0, 12), view)),
    ...(foreign === null
      ? []
      : labelled("stops", `${foreign.commit.slice(0, 12)} by ${foreign.author} is not Assay's`, view)),
    ...(left === null ? [] : labelled("note", REQUEST_LEFT[left.why] ?? left.why, view)),
    ...(at === "" ? [] : labelled("since", tellTime(at, now), view)),
    "",
    ...evidence
      .slice(0, MOST_NAMED)
      .flatMap(({ anchor, claim, cause, becomes }) => [
        ...labelled(becomes, cause === null ? anchor : `${anchor} (${cause})`, view),
        ...labelled("", claim, view),
      ]),
    ...more(evidence.length),
    ...(evidence.length === 0 ? ["nothing is wanted now"] : []),
    ...(files.length === 0
      ? []
      : ["", ...files.slice(0, MOST_NAMED).map(({ path, change }) => `${MARKS[change]} ${sanitise(path)}`)]),
    ...more(files.length),
    ...(byHand === null ? [] : ["", ...formatByHand(byHand, view)]),
  ];
  return `${rows.join("\n")}\n`;
}

function more(count: number): string[] {
  return count > MOST_NAMED ? [`and ${count - MOST_NAMED} more`] : [];
}
