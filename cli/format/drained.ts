import type { QueueDrained } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { runName } from "./run-name.ts";

const WORDS = { done: "learned", queued: "still waits", failed: "failed" } as const;

/** A row a run and a row a proposal, then what is left, and what waits elsewhere with the way out. */
export function formatDrained({ runs, left, elsewhere, applied }: QueueDrained, { style }: View): string {
  const rows = [
    ...runs.map(({ run, result }) => `${WORDS[result]}  ${style.bold(runName(run))}`),
    ...applied.map((id) => `applied  ${sanitise(id)}`),
    left === 0
      ? `nothing waits${elsewhere.length === 0 ? "" : " here"}`
      : `${left} ${left === 1 ? "run waits" : "runs wait"}`,
    ...elsewhere.map(({ run, where }) => {
      const name = runName(run);
      return `waits  ${style.bold(name)}  ${sanitise(where)}: \`assay learn\` there, or \`assay learn --here ${name}\``;
    }),
  ];
  return `${rows.join("\n")}\n`;
}
