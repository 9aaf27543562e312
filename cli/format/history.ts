import type { RecordHistory } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { tellEvent } from "./history-event.ts";
import { tellTime } from "./time.ts";

type Event = RecordHistory["events"][number];

const INDENT = "  ";

/** What happened in a sentence for each event, oldest first, confirmations in a row as one, then how many there are. */
export function formatHistory({ id, events, confirmations }: RecordHistory, view: View): string {
  const { columns, style, now } = view;
  const rows = grouped(events).flatMap((group) => {
    const [event] = group;
    const last = group.at(-1) ?? event;
    const [from, to] = [tellTime(event.at), tellTime(last.at)];
    return [
      style.cyan(sanitise(from === to ? tellTime(event.at, now) : `${from} to ${to}`)),
      ...wrap(sanitise(tell(group)), columns - INDENT.length).map((row) => INDENT + row),
    ];
  });
  const { count, last } = confirmations;
  const end =
    events.length === 0
      ? "the ledger of this repository tells nothing of it"
      : count === 0
        ? "no run has confirmed it"
        : `confirmed by ${count} ${count === 1 ? "run" : "runs"}, last ${sanitise(tellTime(last ?? "", now))}`;
  return `${[style.bold(sanitise(id)), "", ...rows, ...(rows.length === 0 ? [] : [""]), ...wrap(end, columns)].join("\n")}\n`;
}

/** Events one by one, but confirmations that follow each other together. */
function grouped(events: readonly Event[]): readonly (readonly [Event, ...Event[]])[] {
  const groups: [Event, ...Event[]][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    if (group !== undefined && isConfirmed(group[0]) && isConfirmed(event)) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

function isConfirmed({ what, outcome }: Event): boolean {
  return what === "Confirm" && outcome === "applied";
}

function tell([event, ...more]: readonly [Event, ...Event[]]): string {
  if (!isConfirmed(event)) return tellEvent(event);
  const { confirmations } = more.at(-1) ?? event;
  return more.length === 0
    ? `${tellEvent(event)}, ${confirmations} by now`
    : `confirmed by ${more.length + 1} runs, ${confirmations} by now`;
}
