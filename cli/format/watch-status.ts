import type { WatchStatus } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { labelled } from "./labelled.ts";
import { tellTime } from "./time.ts";
import { answerWords, checkName, LOST_WORDS, OUTCOME_WORDS, STANDING_WORDS } from "./watch-words.ts";

type Failure = WatchStatus["failures"][number];

/** A watched branch: its tip, then its failures with what each is answered with, then the issues. */
export function formatWatchStatus(status: WatchStatus, view: View): string {
  const { repository, product, branch, seen, failures, issues } = status;
  const title = [repository, product, ...(branch === null ? [] : [branch])].join(" · ");
  const rows = [
    ...wrap(sanitise(title), view.columns).map(view.style.bold),
    ...(seen
      ? tipLines(status, view)
      : wrap("No look has been at it yet; `assay watch run` looks.", view.columns)),
    ...failures.flatMap((failure) => ["", ...failureLines(failure, view)]),
    ...(issues.length === 0 ? [] : ["", ...issues.flatMap((issue) => issueLines(issue, view))]),
  ];
  return `${rows.join("\n")}\n`;
}

function tipLines(
  { head, lastGreen, lost, renamedTo, vanished, changedAt }: WatchStatus,
  view: View,
): string[] {
  const short = (commit: string) => commit.slice(0, 12);
  return [
    ...(lost === null
      ? []
      : labelled("lost", `${LOST_WORDS[lost.why]}, since ${tellTime(lost.at, view.now)}`, view)),
    ...(renamedTo === null ? [] : labelled("now", renamedTo, view)),
    ...(head === null
      ? []
      : labelled(
          "tip",
          `${short(head.commit)}, ${OUTCOME_WORDS[head.outcome]} since ${tellTime(head.at, view.now)}`,
          view,
        )),
    ...(lastGreen === null || lastGreen === head?.commit
      ? []
      : labelled("green", `last at ${short(lastGreen)}`, view)),
    ...(vanished === null
      ? []
      : labelled(
          "gone",
          `checks that ${short(vanished.commit)} had no more: ${vanished.checks.map(checkName).join(", ")}`,
          view,
        )),
    ...(changedAt === null ? [] : labelled("change", tellTime(changedAt, view.now), view)),
  ];
}

function failureLines(failure: Failure, view: View): string[] {
  const { failure: id, at, commit, checks, endedAt, answer, state, decision, url, refused } = failure;
  const ends = endedAt === null ? "open" : `over since ${tellTime(endedAt, view.now)}`;
  const stands = { ...STANDING_WORDS, done: () => "done", none: () => "" }[state](failure);
  const said = `${answerWords(answer)}${stands === "" ? "" : ` (${stands})`}`;
  return [
    ...wrap(sanitise(`failure ${id}: ${ends}`), view.columns).map(view.style.bold),
    ...labelled("at", `${commit.slice(0, 12)}, ${tellTime(at, view.now)}`, view),
    ...labelled("checks", checks.map(checkName).join(", "), view),
    ...labelled("answer", said, view),
    ...(decision === null ? [] : labelled("found", `${decision.word}: ${decision.why}`, view)),
    ...(url === null ? [] : labelled("link", url, view)),
    ...(refused === null ? [] : labelled("refused", refused, view)),
  ];
}

function issueLines(
  { issue, url, checks, state, closedAt }: WatchStatus["issues"][number],
  view: View,
): string[] {
  const when = closedAt === null ? "" : ` since ${tellTime(closedAt, view.now)}`;
  const about = checks.map(checkName).join(", ");
  return labelled("issue", `${url ?? issue}, ${state}${when}: ${about}`, view);
}
