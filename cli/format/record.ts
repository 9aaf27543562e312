import type { ShownRecord } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { runName } from "./run-name.ts";
import { tellTime } from "./time.ts";

const LABEL_WIDTH = 14;

/** Keys that the first row tells, and those of links, which have rows of their own. */
const TOLD_ELSEWHERE = new Set([
  "id",
  "schema",
  "kind",
  "type",
  "status",
  "anchors",
  "supersedes",
  "superseded_by",
]);

/** One record: what it is, its claim whole, then a row for each thing that is known of it, its links and its file. */
export function formatRecord(
  { path, scope, record, claim, confirmations, links }: ShownRecord,
  view: View,
): string {
  const { columns, style } = view;
  const { id, kind, type, status, anchors } = record;
  const what = [kind, ...(type === undefined ? [] : [type]), status].join(" · ");
  const known = Object.entries(record).filter(
    ([key, value]) => value !== undefined && !TOLD_ELSEWHERE.has(key),
  );
  const lines = [
    `${style.bold(sanitise(id))}  ${what}`,
    "",
    ...sanitiseLines(claim).flatMap((line) => wrap(line, columns)),
    "",
    ...anchors.flatMap((anchor, at) => labelled(at === 0 ? "anchors" : "", anchor, view)),
    ...labelled("scope", scope, view),
    ...known.flatMap(([key, value]) => labelled(key, tellKey(key, value, view), view)),
    ...(confirmations.last === null
      ? []
      : labelled("confirmations", tellConfirmations(confirmations, view), view)),
    ...links.flatMap((link) => labelled(link.relation, tellLink(link), view)),
    // Whole, so that it can be copied.
    `${style.cyan("file".padEnd(LABEL_WIDTH))} ${sanitise(path)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function tellConfirmations({ count, last }: ShownRecord["confirmations"], { now }: View): string {
  return `${count} ${count === 1 ? "run" : "runs"}, last ${tellTime(last ?? "", now)}`;
}

function tellLink({ id, bothEnds, record }: ShownRecord["links"][number]): string {
  if (record === null) return `${id} (there is no such record)`;
  const oneEnd = bothEnds ? "" : " (only one of the two names the other: run `assay check`)";
  return `${id} · ${record.status}${oneEnd}: ${record.claim}`;
}

/** A value of the front matter for people: times to the minute, the parts of a nested one by name. */
function tellKey(key: string, value: unknown, { now }: View): string {
  if (TIMES.has(key)) return tellTime(String(value), now);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([part, inner]) => `${part} ${tellPart(part, inner)}`)
    .join(", ");
}

function tellPart(part: string, value: unknown): string {
  if (TIMES.has(part)) return tellTime(String(value));
  if (part === "run") return runName(String(value));
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const TIMES = new Set(["learned_at", "valid_from", "superseded_at", "at", "last"]);

function labelled(label: string, text: string, { columns, style }: View): string[] {
  return wrap(sanitise(text), columns - LABEL_WIDTH - 1).map((row, at) =>
    at === 0 ? `${style.cyan(label.padEnd(LABEL_WIDTH))} ${row}` : `${" ".repeat(LABEL_WIDTH + 1)}${row}`,
  );
}
