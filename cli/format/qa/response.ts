import type { QaResponse } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";

const INDENT = "  ";

/** What the state says no to, by its code, and the command that gets out of it, whole so that it can be copied. */
export function formatRefused(errors: QaResponse<unknown>["errors"], { columns, style }: View): string {
  const rows = errors.flatMap(({ code, message, recover }) => [
    `${style.red("refused")} ${style.dim(`[${sanitise(code)}]`)}`,
    ...wrap(sanitise(message), columns - INDENT.length).map((row) => INDENT + row),
    `${INDENT}try: ${sanitise(recover)}`,
  ]);
  return `${rows.join("\n")}\n`;
}

export function formatWarnings(warnings: QaResponse<unknown>["warnings"], { columns }: View): string {
  return warnings
    .flatMap(({ message }) => wrap(`note: ${sanitise(message)}`, columns))
    .map((row) => `${row}\n`)
    .join("");
}
