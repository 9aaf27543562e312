import type { TriageRan } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { labelled } from "./labelled.ts";
import { tellTime } from "./time.ts";

const WORDS = {
  code: "the code is wrong",
  test: "a test is wrong",
  flake: "a flake: nothing is opened, memory is warned",
  infrastructure: "infrastructure failed",
  unclear: "code or test is not settled",
} as const;

/** What became of a triage: the decision with its issue, or why there is none. */
export function formatTriage(ran: TriageRan, view: View): string {
  const { repository, failure } = ran;
  const head = wrap(sanitise(`${repository} · failure ${failure}`), view.columns).map(view.style.bold);
  return `${[...head, ...linesOf(ran, view)].join("\n")}\n`;
}

function linesOf(ran: TriageRan, view: View): string[] {
  const say = (text: string) => wrap(sanitise(text), view.columns);
  const { kind, decision, issue, why, recover, until, holder } = ran;
  const at = until === null ? "" : ` until ${tellTime(until, view.now)}`;
  switch (kind) {
    case "answered":
      return say("It is answered already; nothing was done.");
    case "claimed-by-other":
      return say(`${holder ?? "Another process"} works on it${at}.`);
    case "skipped":
      return say(`Nothing was done: ${why ?? "the workflow is off"}.`);
    case "later":
      return say(`It has to wait${at}: ${why ?? "the forge is behind"}.`);
    case "refused":
      return [
        ...say(`Nothing was read: ${why ?? "no money is left"}.`),
        ...(until === null ? [] : say(`No look asks for it again before ${tellTime(until)}.`)),
        ...(recover === null ? [] : labelled("way", recover, view)),
      ];
    case "done":
      return decision === null ? [] : decided(ran, decision, issue, view);
  }
}

function decided(
  { spentUSD, why: trouble }: TriageRan,
  { word, by, why, suspect, merged, needsPerson }: NonNullable<TriageRan["decision"]>,
  issue: TriageRan["issue"],
  view: View,
): string[] {
  const came = `${merged.length === 0 ? "none known" : merged.join(", ")}${suspect === null ? "" : `; suspect ${suspect}`}`;
  return [
    ...labelled("found", `${WORDS[word]} (by ${by === "rules" ? "rules" : "a model"})`, view),
    ...labelled("why", why, view),
    ...labelled("merged", came, view),
    ...(issue === null ? [] : labelled("issue", `${issue.title}, ${issue.url}`, view)),
    ...labelled("cost", `$${spentUSD}`, view),
    ...(needsPerson ? wrap("A person is needed.", view.columns) : []),
    ...(trouble === null ? [] : wrap(sanitise(`Not all went out: ${trouble}`), view.columns)),
  ];
}
