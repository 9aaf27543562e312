import type { RecordHistory } from "#knowledge";
import { runName } from "./run-name.ts";

type Event = RecordHistory["events"][number];

/** What a person does to a record by a command of its own. */
const ACTS: Readonly<Record<string, string>> = {
  accept: "accepted it",
  reject: "rejected it",
  forget: "took it back",
  edit: "worded it anew",
  apply: "carried out a proposal",
  drop: "dropped a proposal",
};
const BY_MACHINE: Readonly<Record<string, string>> = { template: "a template", model: "a model" };

/** What happened to a record, in a sentence without its time; not yet safe for a terminal. */
export function tellEvent(event: Event): string {
  const { what, by, other, outcome, reason } = event;
  const person = by === "" ? "somebody" : by;
  const because = reason === null ? "" : `: ${reason}`;
  if (outcome !== "applied") return `${what} was ${outcome}, and not done,${inRun(event)}${because}`;
  const act = ACTS[what];
  if (act !== undefined) return `${person} ${act}${other === null ? "" : `, with ${other}`}${because}`;
  const written = `, written by ${BY_MACHINE[by] ?? person}`;
  switch (what) {
    case "Add":
      return `added${inRun(event)}${written}${because}`;
    case "MintUnknown":
      return `asked${inRun(event)}${written}${because}`;
    case "Confirm":
      return `confirmed${inRun(event)}`;
    case "Supersede":
      return `added${inRun(event)} in place of ${other ?? "another"}${written}`;
    case "Superseded":
      return `superseded${inRun(event)} by ${other ?? "another"}`;
    case "Promote":
      return `promoted${inRun(event)} via ${reason ?? "an untold path"}, by ${by in BY_MACHINE ? "the gate" : person}`;
    case "Hold":
      return `held${inRun(event)}${because}`;
    case "Deprecate":
      return `retired${inRun(event)}, by ${BY_MACHINE[by] ?? person}${because}`;
    case "Mark":
      return `${person} marked run ${runName(event.run ?? "")}${because}`;
    default:
      return `${what}${inRun(event)}, by ${BY_MACHINE[by] ?? person}${because}`;
  }
}

function inRun({ run }: Event): string {
  return run === null ? "" : ` in run ${runName(run)}`;
}
