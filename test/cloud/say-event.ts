import { sanitise } from "../../cli/terminal/sanitise.ts";
import type { CloudEvent } from "./cloud-event.ts";

/** As many letters of what comes from outside as a line shows. */
const SHOWN = 160;

/** What happened as one line for people: when by the clocks of the time zone, what, where, and how it ended. Pure. */
export function sayEvent(event: CloudEvent, timeZone: string): string {
  return `${clockOf(event.at, timeZone)}  ${event.kind.padEnd(9)} ${wordsOf(event)}`;
}

function wordsOf(event: CloudEvent): string {
  switch (event.kind) {
    case "schedule":
      return `${event.schedule} → ${event.queue}`;
    case "message":
    case "dropped":
      return `${event.queue}  ${bodyOf(event.body)}`;
    case "dead":
      return `${event.queue}  ${shown(event.why)}  ${bodyOf(event.body)}`;
    case "throttled":
      return `${event.function}  ${event.messages.map(({ body }) => bodyOf(body)).join(", ")} comes again`;
    case "run": {
      const seconds = (event.milliseconds / 1_000).toFixed(1);
      const told = event.told.map(shown).join("  ");
      return `${event.function}  ${event.outcome} in ${seconds} s  ${told}`.trimEnd();
    }
  }
}

/** The values of a message, which name what it is about. */
function bodyOf(body: string): string {
  try {
    return shown(
      Object.values(JSON.parse(body) as object)
        .flat()
        .join(" "),
    );
  } catch {
    return shown(body);
  }
}

function shown(text: string): string {
  const safe = sanitise(text);
  return safe.length > SHOWN ? `${safe.slice(0, SHOWN - 1)}…` : safe;
}

function clockOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  })
    .format(at)
    .replace(",", "");
}

/** The same as data; times are ISO 8601, and what a function printed stays in its log. Pure. */
export function eventData(event: CloudEvent): Readonly<Record<string, unknown>> {
  const at = new Date(event.at).toISOString();
  if (event.kind !== "run" && event.kind !== "throttled") return { ...event, at };
  const { messages, ...rest } = event;
  const { output: _, ...told } = { output: "", ...rest };
  return { ...told, at, messages: messages.map(({ id, body, receives }) => ({ id, body, receives })) };
}
