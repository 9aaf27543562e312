import type { ProposalList, ProposalSummary } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatProblem } from "./problem.ts";
import { runName } from "./run-name.ts";
import { tellTime } from "./time.ts";

const INDENT = "  ";
const LABEL_WIDTH = 9;

/** Each proposal in some rows (what it would do and why it waits, its claim), then the files that could not be read. */
export function formatProposals({ proposals, problems }: ProposalList, view: View): string {
  const { columns, style, now } = view;
  const rows = proposals.flatMap(({ id, op, reason, claim, record, at }) => [
    `${style.bold(sanitise(id))}  ${clip(sanitise(`${op} · ${reason}`), columns - id.length - 2)}`,
    ...wrap(sanitise(claim), columns - INDENT.length).map((row) => INDENT + row),
    INDENT +
      style.dim(
        clip(
          sanitise([...(record === null ? [] : [`of ${record.id}`]), tellTime(at, now)].join(" · ")),
          columns - INDENT.length,
        ),
      ),
    "",
  ]);
  const told = problems.flatMap((problem) => [...formatProblem(problem, view), ""]);
  const files = new Set(problems.map(({ file }) => file)).size;
  const unread = files === 0 ? "" : `, ${files} ${files === 1 ? "file" : "files"} that cannot be read`;
  const count = proposals.length === 1 ? "1 proposal" : `${proposals.length} proposals`;
  return `${[...rows, ...told, `${count}${unread}`].join("\n")}\n`;
}

/** One proposal: what it would do, the claim as it is and as it would be, why it waits, where it comes from. */
export function formatProposal(proposal: ProposalSummary, view: View): string {
  const { id, op, reason, why, run, at, anchors, claim, record, file } = proposal;
  const { style } = view;
  const now =
    record === null
      ? []
      : labelled("now", record.claim ?? `${record.id} is gone`, view).concat(
          labelled("record", `${record.id}${record.status === null ? "" : ` · ${record.status}`}`, view),
        );
  return `${[
    `${style.bold(sanitise(id))}  ${op}`,
    "",
    ...now,
    ...labelled("proposed", claim, view),
    ...labelled("waits", why === "" ? reason : `${reason}: ${why}`, view),
    ...labelled("anchors", anchors.join(", "), view),
    ...labelled("run", `${runName(run)} · ${tellTime(at, view.now)}`, view),
    `${style.cyan("file".padEnd(LABEL_WIDTH))} ${sanitise(file)}`,
  ].join("\n")}\n`;
}

function labelled(label: string, text: string, { columns, style }: View): string[] {
  return wrap(sanitise(text), columns - LABEL_WIDTH - 1).map((row, at) =>
    at === 0 ? `${style.cyan(label.padEnd(LABEL_WIDTH))} ${row}` : `${" ".repeat(LABEL_WIDTH + 1)}${row}`,
  );
}
