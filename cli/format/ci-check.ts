import type { CiStatus } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";

type CiCheck = CiStatus["checks"][number];

const MARKS = { failed: "✗", running: "●", unclear: "?", passed: "✓" } as const;
const COLOURS = { failed: "red", running: "cyan", unclear: "yellow", passed: "green" } as const;
const WIDTH = 7;
const INDENT = "  ";

/** A check in a row or two: its state, name and what it says of itself; then its link. */
export function formatCiCheck(check: CiCheck, view: View): string[] {
  const { columns, style } = view;
  const { state, name, url } = check;
  const head = `${MARKS[state]} ${state.padEnd(WIDTH)}`;
  const facts = [name, ...wordsOf(check)].map(sanitise).join(" · ");
  const row = `${style[COLOURS[state]](head)}  ${clip(facts, columns - head.length - 2)}`;
  // A link is of no use in part.
  return [row, ...(url === null ? [] : [`${INDENT}${style.dim(sanitise(url))}`])];
}

/** The forge's word where the state does not say it, and what the check says. */
function wordsOf({ state, conclusion, says, app, kind }: CiCheck): string[] {
  const plain = state === "failed" ? "failure" : state === "passed" ? "success" : null;
  return [
    ...(conclusion === null || conclusion === plain ? [] : [conclusion.replaceAll("_", " ")]),
    ...(kind === "check-run" && app === "github-actions" ? [] : [kind === "status" ? "status" : app]),
    ...(says === "" ? [] : [says]),
  ];
}
