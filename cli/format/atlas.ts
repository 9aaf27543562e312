import type { Atlas } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";

/** The operations as a table: id, whether it writes, title. */
export function formatAtlas({ operations }: Atlas, { columns, style }: View): string {
  const idWidth = Math.max(...operations.map(({ id }) => id.length));
  const lines = operations.map(({ id, title, writes }) => {
    const effect = writes ? "writes" : "reads ";
    const room = columns - idWidth - effect.length - 4;
    return `${style.bold(id.padEnd(idWidth))}  ${style.dim(effect)}  ${clip(sanitise(title), room)}`;
  });
  return `${lines.join("\n")}\n`;
}
