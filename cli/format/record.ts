import type { ShownRecord } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

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
export function formatRecord({ path, scope, record, claim, links }: ShownRecord, view: View): string {
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
    ...known.flatMap(([key, value]) => labelled(key, tell(value), view)),
    ...links.flatMap((link) => labelled(link.relation, tellLink(link), view)),
    // Whole, so that it can be copied.
    `${style.cyan("file".padEnd(LABEL_WIDTH))} ${sanitise(path)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function tellLink({ id, bothEnds, record }: ShownRecord["links"][number]): string {
  if (record === null) return `${id} (there is no such record)`;
  const oneEnd = bothEnds ? "" : " (only one of the two names the other: run `assay check`)";
  return `${id} · ${record.status}${oneEnd}: ${record.claim}`;
}

/** A value as the front matter has it; the parts of a nested one by name. */
function tell(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, part]) => `${key} ${typeof part === "object" ? JSON.stringify(part) : part}`)
    .join(", ");
}

function labelled(label: string, text: string, { columns, style }: View): string[] {
  return wrap(sanitise(text), columns - LABEL_WIDTH - 1).map((row, at) =>
    at === 0 ? `${style.cyan(label.padEnd(LABEL_WIDTH))} ${row}` : `${" ".repeat(LABEL_WIDTH + 1)}${row}`,
  );
}
