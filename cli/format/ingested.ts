import type { Ingested } from "#knowledge";
import type { View } from "../command.ts";
import { formatRunHead } from "./runs.ts";

/** The run as lists show it; nothing where parts are missing, which standard error tells of. */
export function formatIngested({ summary }: Ingested, view: View): string {
  return summary === null ? "" : `${formatRunHead(summary, view).join("\n")}\n`;
}
