import type { View } from "../command.ts";
import type { LearnedPull } from "../learn-pulled.ts";
import { counted } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatRequestOutcome } from "./request-outcome.ts";
import { runName } from "./run-name.ts";
import { tellTime } from "./time.ts";

/** Runs that are told one by one. */
const MOST_TOLD = 20;

/** What the runs of a default branch taught, and what became of its proposal. */
export function formatLearnedPull(pull: LearnedPull, view: View): string {
  const { repository, kind, artifact, runs, left, proposed, undone } = pull;
  const say = (text: string) => wrap(sanitise(text), view.columns);
  const said = {
    off: `Nothing is read: watch.artifact of the settings is null.`,
    unseen: `No look has been at it yet: \`assay watch run --repository ${repository}\` is one.`,
    lost: "It cannot be looked at any more, so that nothing is read.",
    pulled:
      runs.length === 0
        ? "No run has ended that was not read before."
        : `${counted(runs.length, "run")} read for the artifact ${artifact ?? ""}.`,
  }[kind];
  const lines = [
    ...say(`${repository} · ${kind === "pulled" ? "learned" : "not learned"}`).map(view.style.bold),
    ...say(said),
    ...runs.slice(0, MOST_TOLD).flatMap((run) => say(runLine(run, view))),
    ...(runs.length > MOST_TOLD ? [`and ${runs.length - MOST_TOLD} more`] : []),
    ...(left === 0 ? [] : say(`${counted(left, "run")} wait for the next time.`)),
    ...(undone === null ? [] : say(`Not proposed: ${undone.problem} (${undone.code})`)),
  ];
  const request = proposed === null ? [] : ["", formatRequestOutcome(proposed, view).trimEnd()];
  return `${[...lines, ...request].join("\n")}\n`;
}

function runLine({ id, attempt, createdAt, learned, why }: LearnedPull["runs"][number], view: View): string {
  const taught = learned.map((run) => `learned as ${runName(run)}`);
  const not = why === null ? [] : [WHY[why] ?? `not learned from: ${why}`];
  const again = attempt === 1 ? "" : ` attempt ${attempt}`;
  return `- run ${id}${again} of ${tellTime(createdAt, view.now)}: ${[...taught, ...not].join("; ")}`;
}

const WHY: Readonly<Record<string, string>> = {
  none: "it left no such artifact",
  expired: "what it left is kept no longer",
  "too-large": "what it left is too large to be read",
  parked: "learning failed again and again",
  interrupted: "reading it ended the process again and again",
  archive_refused: "its archive is refused",
  report_expected: "there is no report in what it left",
};
