import type { Setup } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Style } from "../terminal/style.ts";
import { wrap } from "../terminal/wrap.ts";

const INDENT = "  ";
const DONE = { create: "created", edit: "changed", delete: "deleted" } as const;

/** What was found and each change as a unified diff, whole and unwrapped so that it can be copied. */
export function formatSetupDiff({ manager, runners, ci, changes }: Setup, { columns, style }: View): string {
  const seen = [
    ...runners.map(({ title, because }) => `${title} (${because})`),
    ...(manager === null ? [] : [manager]),
    ...ci.map(({ title, because }) => `${title} (${because})`),
  ];
  const found = seen.length === 0 ? [] : [...wrap(sanitise(`found: ${seen.join(", ")}`), columns), ""];
  const diffs = changes.flatMap(({ diff }) => [...diffRows(diff, style), ""]);
  return linesOf([...found, ...diffs]);
}

/** What was or would be written, a row a file, and what is left for a person. */
export function formatSetup({ result, changes, steps }: Setup, { columns, style }: View): string {
  const files = changes.map(
    ({ path, kind }) =>
      `${result === "done" ? style.green(DONE[kind].padEnd(7)) : kind.padEnd(7)}  ${sanitise(path)}`,
  );
  const left = steps.flatMap(({ file, why, text }) => [
    ...wrap(sanitise(file === null ? why : `${file}: ${why}`), columns - INDENT.length).map(
      (row, at) => `${at === 0 ? "- " : INDENT}${row}`,
    ),
    ...(text === null ? [] : [`${INDENT}${INDENT}${style.bold(sanitise(text))}`]),
  ]);
  return linesOf([
    ...(result === "unchanged" ? ["nothing to do: every file is as it should be"] : files),
    ...(left.length === 0 ? [] : ["", "left for you:", ...left]),
  ]);
}

function linesOf(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join("");
}

function diffRows(diff: string, style: Style): string[] {
  return diff
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const row = sanitise(line.replace(/\r$/, ""));
      if (/^(?:---|\+\+\+) /.test(row)) return style.bold(row);
      if (row.startsWith("@@")) return style.cyan(row);
      if (row.startsWith("+")) return style.green(row);
      return row.startsWith("-") ? style.red(row) : row;
    });
}
