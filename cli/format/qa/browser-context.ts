import type { QaBrowserContext } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import { runRows } from "./run.ts";

const INDENT = "  ";

/** Each browser case with where it is carried out, what is done, and its newest run. */
export function formatBrowserContext({ cases }: NonNullable<QaBrowserContext["result"]>, view: View): string {
  const { columns, style } = view;
  if (cases.length === 0) return "no case is carried out in a browser\n";
  const parts = cases.map((one) => {
    const facts = [
      one.title,
      ...(one.base_url === null ? [] : [`at ${one.base_url}`]),
      ...(one.instructions === null ? [] : [`do: ${one.instructions}`]),
      ...(one.expected_outcome === null ? [] : [`expect: ${one.expected_outcome}`]),
      ...(one.method_config === null ? [] : [`config: ${JSON.stringify(one.method_config)}`]),
    ];
    return [
      `${style.bold(sanitise(one.requirement_id))}  ${one.word}`,
      ...facts.flatMap((text) => wrap(sanitise(text), columns - INDENT.length).map((row) => INDENT + row)),
      ...(one.latest_run === null ? [] : runRows(one.latest_run, view)),
    ].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}
