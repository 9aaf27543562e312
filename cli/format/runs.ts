import type { RunList, RunSummary } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";
import { runName, verdictStyle } from "./run-name.ts";
import { tellTime } from "./time.ts";

const INDENT = "  ";
/** Digits of a commit. */
const COMMIT_SHOWN = 8;

/** A run in some rows (verdict, id, time and place; what it ran; what it taught), then how many there are. */
export function formatRuns({ runs, total }: RunList, view: View): string {
  const rows = runs.flatMap((run) => [...formatRunHead(run, view), ""]);
  const shown = runs.length === total ? "" : `, ${runs.length} shown`;
  return `${[...rows, `${total} ${total === 1 ? "run" : "runs"}${shown}`].join("\n")}\n`;
}

/** The rows that stand for a run wherever one is named. */
export function formatRunHead(run: RunSummary, { columns, style, now }: View): string[] {
  const { tests, verdict, at, branch, commit, job, title } = run;
  const name = runName(run.run);
  const counts = tests.total === 0 ? "no tests" : `${tests.passed}/${tests.total} passed`;
  const place = [branch ?? "", commit?.slice(0, COMMIT_SHOWN) ?? "", job ?? ""].filter((part) => part !== "");
  const facts = sanitise([tellTime(at, now), counts, ...place].join(" · "));
  const room = columns - verdict.length - name.length - 4;
  return [
    `${verdictStyle(verdict, style)(verdict)}  ${style.bold(name)}  ${clip(facts, room)}`,
    INDENT + clip(sanitise(title), columns - INDENT.length),
    ...wrap(sanitise(learnedOf(run)), columns - INDENT.length).map((row) => INDENT + style.dim(row)),
  ];
}

function learnedOf({ learned, waiting, causes, marks }: RunSummary): string {
  const why = Object.entries(causes).map(([cause, count]) => `${count} ${cause.replaceAll("_", " ")}`);
  const left = waiting.length === 0 ? [] : [`waits: ${waiting.join(", ")}`];
  return [
    ...why,
    tellLearned(learned),
    ...left,
    ...(marks.length === 0 ? [] : [`marked ${marks.join(", ")}`]),
  ].join(" · ");
}

function tellLearned(learned: RunSummary["learned"]): string {
  if (learned === null) return "nothing learned yet";
  const counts = COUNTED.filter((what) => learned[what] > 0).map((what) => `${what} ${learned[what]}`);
  return counts.length === 0 ? "nothing new" : counts.join(", ");
}

const COUNTED = ["added", "confirmed", "superseded", "deprecated", "proposed", "held"] as const;
