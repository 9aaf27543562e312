import type { Atlas } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";

/** The operations as a table: id, whether it writes, title; then the events of what has to be proved. */
export function formatAtlas({ operations, events }: Atlas, { columns, style }: View): string {
  const idWidth = Math.max(...operations.map(({ id }) => id.length));
  const lines = operations.map(({ id, title, writes }) => {
    const effect = writes ? "writes" : "reads ";
    const room = columns - idWidth - effect.length - 4;
    return `${style.bold(id.padEnd(idWidth))}  ${style.dim(effect)}  ${clip(sanitise(title), room)}`;
  });
  const typeWidth = Math.max(...events.map(({ type }) => type.length));
  const named = events.map(
    ({ type, says }) =>
      `${style.bold(type.padEnd(typeWidth))}  ${clip(sanitise(says), columns - typeWidth - 2)}`,
  );
  return `${[...lines, "", ...named].join("\n")}\n`;
}
