import type { CiExplanation } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";

type LogExcerpt = NonNullable<CiExplanation["failed"][number]["excerpt"]>;

/** The excerpt of each failed check's log, line by line: the first errors with their surroundings, then the end. */
export function formatCiLogs({ failed }: CiExplanation, view: View): string {
  const { style, columns } = view;
  if (failed.length === 0) return "no check failed\n";
  const parts = failed.map(({ check, excerpt, noLog }) => {
    const title = style.bold(clip(sanitise(check.name), columns));
    const rows = excerpt === null ? [`no log: ${sanitise(noLog ?? "")}`] : excerptRows(excerpt, view);
    return `${[title, ...rows].join("\n")}\n`;
  });
  return parts.join("\n");
}

function excerptRows({ errors, tail, lines, cut }: LogExcerpt, view: View): string[] {
  const { style } = view;
  const parts = [...errors, ...(tail === null ? [] : [tail])];
  const digits = String(lines).length;
  const rows = parts.flatMap((part, at) => {
    const body = part.lines.map(({ line, text, isError }) => {
      const head = `${isError ? "▸" : " "} ${String(line).padStart(digits)} │ `;
      const whole = `${head}${sanitise(text)}`.trimEnd();
      return isError ? style.bold(whole) : whole;
    });
    return at === 0 ? body : ["  ⋯", ...body];
  });
  const note = cut ? "; some lines are left out" : "";
  return [...rows, style.dim(`${lines} lines in all${note}`)];
}
