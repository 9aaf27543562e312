import type { RequestOutcome, SweepRan, SweepShown } from "#knowledge";
import type { View } from "../command.ts";
import { counted } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { hanging } from "./labelled.ts";
import { formatRequestOutcome } from "./request-outcome.ts";
import { tellTime } from "./time.ts";

type Swept = SweepShown["swept"];
type Finding = Swept["findings"][number];

/** A sweep, and what became of the request of its report; null where it was not proposed. */
interface ProposedSweep extends SweepRan {
  readonly proposed: RequestOutcome | null;
}

/** How a sweep ended, what it found, and how its report was proposed. */
export function formatSweepRan(ran: ProposedSweep, view: View): string {
  const { product, week, kind, swept, why, recover, until, holder, proposed } = ran;
  const notes = [
    ...(why === null ? [] : [why]),
    ...(holder === null ? [] : [`${holder} works on it`]),
    ...(until === null ? [] : [`ask again at ${tellTime(until, view.now)}`]),
    ...(recover === null ? [] : [recover]),
  ];
  return told([
    ...heading(`${product} ${week}: ${WORDS[kind]}`, view),
    ...notes.flatMap((text) => wrap(sanitise(text), view.columns)),
    ...(swept === null ? [] : sweptLines(swept, view)),
    ...(proposed === null ? [] : ["", formatRequestOutcome(proposed, view).trimEnd()]),
  ]);
}

const WORDS = {
  swept: "swept",
  already: "was swept before",
  "claimed-by-other": "is being swept",
  skipped: "not swept",
  refused: "not swept: no money is left",
  later: "not all is written yet",
  early: "not swept yet",
  missed: "not swept",
} as const satisfies Record<SweepRan["kind"], string>;

/** A sweep as it was found, and when the next one is due. */
export function formatSweepShown({ product, week, swept, weeks, next }: SweepShown, view: View): string {
  const times = [
    ...(weeks.length > 1 ? [`swept weeks: ${weeks.slice(0, 8).join(", ")}`] : []),
    next === null ? "no sweep is due: the workflow is off" : `next sweep: ${tellTime(next)}`,
  ];
  return told([
    ...heading(`${product} ${week}`, view),
    ...sweptLines(swept, view),
    ...times.flatMap((text) => wrap(sanitise(text), view.columns)),
  ]);
}

/** The report, sanitised line by line. */
export function formatSweepReport({ report }: SweepShown): string {
  const lines = (report ?? "what was reported was kept in another form\n").split("\n");
  return lines.map((line) => sanitise(line)).join("\n");
}

function sweptLines(
  { findings, leftOut, looked, problems, files, home, issue, noIssue }: Swept,
  view: View,
): string[] {
  const runs = looked.reduce((sum, one) => sum + one.runsBegun, 0);
  const read = looked.reduce((sum, one) => sum + one.runsRead, 0);
  const ends = [
    issue === null
      ? `no issue: ${noIssue ?? "none was to be opened"}`
      : `issue ${issue.repository}#${issue.number}: ${issue.title} ${issue.url}`,
    ...(home === null ? [] : [`report: ${files[0] ?? "–"} (${counted(files.length, "file")}), for ${home}`]),
    ...problems,
    ...looked.flatMap(({ repository, unread }) => unread.map((text) => `${repository}: not read: ${text}`)),
  ];
  return [
    ...wrap(
      `${counted(runs, "run")} in ${looked.length} ${looked.length === 1 ? "repository" : "repositories"}, ${read} read; ${counted(findings.length, "finding")}${leftOut > 0 ? ` and ${leftOut} more that weigh less` : ""}`,
      view.columns,
    ),
    ...findings.flatMap((one, index) => findingLines(one, index, view)),
    ...ends.flatMap((text) => wrap(sanitise(text), view.columns)),
  ];
}

function findingLines(
  { says, repository, kind, confidence, minutes, weight, cost, evidence }: Finding,
  index: number,
  view: View,
): string[] {
  const head = `${String(index + 1).padStart(2)} `;
  const weighed = minutes > 0 ? `${minutes.toFixed(1)} min, ` : "";
  const facts = [
    `${kind} in ${repository} · ${weighed}${confidence} confidence, weight ${weight} · ${cost}`,
    ...evidence,
  ];
  return [
    "",
    ...hanging(head, sanitise(says), view.columns, view.style.bold),
    ...facts.flatMap((text) => wrap(sanitise(text), view.columns - 3).map((line) => `   ${line}`)),
  ];
}

function heading(text: string, { columns, style }: View): string[] {
  return wrap(sanitise(text), columns).map((line) => style.bold(line));
}

function told(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
