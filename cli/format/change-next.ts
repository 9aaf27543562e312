import { type ChangeNext, ROLE_NAMES } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { hanging } from "./labelled.ts";

/** Whose turn it is, and what they do, in order. */
export function formatNext(next: ChangeNext, { columns, style }: View): string {
  const { repository, number, who, step, round, instructions, running } = next;
  const place = step === null ? "" : `  step ${step}, round ${round}`;
  const rows = [
    `${style.bold(sanitise(`${repository}#${number}`))}${sanitise(place)}`,
    `turn of: ${who === "qa-engineer" ? ROLE_NAMES["ci-resolver"] : who}`,
    ...instructions.flatMap((text, at) => hanging(`  ${at + 1}. `, sanitise(text), columns)),
    ...(running.length === 0 ? [] : hanging("  running: ", sanitise(running.join(", ")), columns)),
  ];
  return `${rows.join("\n")}\n`;
}
