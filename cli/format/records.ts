import type { RecordList, RecordSummary } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatProblem } from "./problem.ts";

const INDENT = "  ";
/** Rows that one claim may take. */
const MOST_ROWS = 3;

/** A record in some rows (id and state, claim, first anchor), then the files that could not be read, then the count. */
export function formatRecords({ records, total, problems }: RecordList, view: View): string {
  const rows = records.flatMap((record) => [...formatSummary(record, view), ""]);
  const isPart = records.length < total;
  const count = `${isPart ? `${records.length} of ` : ""}${total} ${total === 1 ? "record" : "records"}`;
  const more = isPart ? "; --limit N shows more, --offset N what follows" : "";
  const files = new Set(problems.map(({ file }) => file)).size;
  const unread = files === 0 ? "" : `, ${files} ${files === 1 ? "file" : "files"} that cannot be read`;
  const told = problems.flatMap((problem) => [...formatProblem(problem, view), ""]);
  return `${[...rows, ...told, `${count}${unread}${more}`].join("\n")}\n`;
}

function formatSummary(record: RecordSummary, { columns, style }: View): string[] {
  const { kind, type, status, held, scope, anchors } = record;
  const id = sanitise(record.id);
  const state = [
    status,
    kind,
    ...(type === null ? [] : [type]),
    scope,
    ...(held === null ? [] : [`held: ${held}`]),
  ];
  const room = columns - INDENT.length;
  const claim = wrap(sanitise(record.claim), room);
  const shown = claim.length <= MOST_ROWS ? claim : [...claim.slice(0, MOST_ROWS - 1), "…"];
  return [
    `${style.bold(id)}  ${clip(sanitise(state.join(" · ")), columns - id.length - 2)}`,
    ...shown.map((row) => INDENT + row),
    INDENT + style.dim(clip(sanitise(anchors.join(", ")), room)),
  ];
}
