import type { WatchTicked } from "#knowledge";
import type { View } from "../command.ts";
import type { DoneDuty, WatchRan } from "../do-duties.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { hanging } from "./labelled.ts";
import { formatLearnedPull } from "./learned-pull.ts";
import { tellTime } from "./time.ts";
import { formatTriage } from "./triage.ts";
import { answerWords, checkName, OUTCOME_WORDS } from "./watch-words.ts";

type Changed = WatchTicked["changed"][number];

/** What a look saw anew, what was done about it, and what stood in the way. */
export function formatWatchRun(ran: WatchRan, view: View): string {
  const { looked, changed, done, left, undone, problems } = ran;
  const say = (text: string) => wrap(sanitise(text), view.columns);
  const repositories = `${looked} ${looked === 1 ? "repository" : "repositories"}`;
  const news = changed.length === 0 ? "nothing new" : `${changed.length} with something new`;
  const blocks = [
    say(`Looked at ${repositories}: ${news}.`),
    ...changed.map((one) => changedLines(one, view)),
    ...done.map((duty) => doneLines(duty, view)),
    ...(left.length === 0
      ? []
      : [left.flatMap((one) => say(`Due: ${dutyWords(one)} of ${one.repository}.`))]),
    ...undone.map((one) =>
      say(`Not done, and still due: ${dutyWords(one)} of ${one.repository}: ${one.problem}`),
    ),
    ...problems.map((one) => say(`Not looked at: ${one.repository}: ${one.problem}`)),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function changedLines(
  { repository, branch, commit, outcome, events, failures }: Changed,
  view: View,
): string[] {
  const tip = commit === null ? "" : ` ${commit.slice(0, 12)}`;
  const stands = outcome === null ? "" : `, ${OUTCOME_WORDS[outcome]}`;
  const head = `${repository} · ${branch ?? "no branch"}${tip}${stands}`;
  const told = events.flatMap((type) => EVENTS[type] ?? []);
  return [
    ...wrap(sanitise(head), view.columns).map(view.style.bold),
    ...told.flatMap((text) => wrap(text, view.columns)),
    ...failures.flatMap(({ failure, checks, answer }) =>
      hanging(
        "- ",
        sanitise(`${checks.map(checkName).join(", ")} (failure ${failure}): ${answerWords(answer)}`),
        view.columns,
      ),
    ),
  ];
}

/** Events that the line of the tip does not tell. */
const EVENTS: Readonly<Record<string, string>> = {
  "tip.read": "What CI says of an earlier tip is known.",
  "branch.changed": "The default branch is another one.",
  "repository.renamed": "The repository was renamed.",
  "repository.lost": "The repository cannot be looked at any more.",
  "repository.back": "The repository is there again.",
  "checks.vanished": "Checks are gone that reported before.",
  "ci.recovered": "Checks that failed pass again.",
};

function dutyWords(due: WatchRan["left"][number]): string {
  return due.kind === "learn" ? "learning from the runs" : `${due.kind} of failure ${due.failure}`;
}

function doneLines({ triage, answer, learn }: DoneDuty, view: View): string[] {
  if (learn !== null) return formatLearnedPull(learn, view).trimEnd().split("\n");
  if (triage !== null) return formatTriage(triage, view).trimEnd().split("\n");
  if (answer === null) return [];
  const { repository, failure, kind, issue, url, why, holder, until } = answer;
  const at = until === null ? "" : ` until ${tellTime(until, view.now)}`;
  const said = {
    done:
      issue === null
        ? `The forge did not take it: ${why ?? "no reason"}`
        : `Issue ${issue} was ${answer.answer === "reopen" ? "opened again for a person" : "told"}: ${url ?? ""}`,
    answered: "It was told already; nothing was done.",
    "claimed-by-other": `${holder ?? "Another process"} works on it${at}.`,
    later: `It has to wait${at}: the forge's lists are behind, or another process has taken it over.`,
  }[kind];
  const untold = kind === "done" && issue !== null && why !== null ? [`Not all went out: ${why}`] : [];
  return [
    ...wrap(sanitise(`${repository} · failure ${failure}`), view.columns).map(view.style.bold),
    ...[said, ...untold].flatMap((text) => wrap(sanitise(text), view.columns)),
  ];
}
