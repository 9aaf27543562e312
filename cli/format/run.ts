import type { RunView } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatChanges } from "./run-changes.ts";
import { formatRunHead } from "./runs.ts";
import { tellTime } from "./time.ts";

const INDENT = "  ";
const MARKS = { passed: "✓", failed: "✗", errored: "!", skipped: "-", flaky: "~" } as const;

/** A run, its failures with their causes, and every change of curation. */
export function formatRun(view: RunView, place: View): string {
  const learned = formatChanges(view, place);
  const marks = view.markings.flatMap((mark) =>
    wrap(sanitise(markLine(mark, place)), place.columns - INDENT.length).map((row) => INDENT + row),
  );
  const rows = [
    ...formatRunHead(view, place),
    ...view.failures.flatMap((failure) => ["", ...formatFailure(failure, place)]),
    ...(learned.length === 0 ? [] : ["", place.style.bold("learned"), ...learned]),
    ...(marks.length === 0 ? [] : ["", place.style.bold("marked"), ...marks]),
  ];
  return `${rows.join("\n")}\n`;
}

function formatFailure(failure: RunView["failures"][number], { columns, style }: View): string[] {
  const { test, cause, confidence, preExisting, quote, nextAction, history } = failure;
  const room = columns - INDENT.length;
  const strip = history.map((result) => MARKS[result]).join("");
  const facts = [
    // As `assay mark --cause` takes it.
    cause,
    `${Math.round(confidence * 100)}%`,
    ...(preExisting ? ["fails on the base too"] : []),
    ...(strip === "" ? [] : [strip]),
  ];
  return [
    ...wrap(sanitise(test ?? "outside of any test"), columns).map(style.bold),
    ...wrap(facts.join(" · "), room).map((row) => INDENT + row),
    ...(quote === null ? [] : wrap(sanitise(quote), room).map((row) => INDENT + style.dim(row))),
    ...wrap(sanitise(nextAction), room).map((row) => INDENT + row),
  ];
}

function markLine({ mark, test, cause, by, at, reason }: RunView["markings"][number], { now }: View): string {
  const said = cause === null ? mark : `${mark} (${cause})`;
  return [said, test ?? "the whole run", by, tellTime(at, now), reason ?? ""]
    .filter((part) => part !== "")
    .join(" · ");
}
