import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import { row } from "../cells.ts";
import type { Told } from "../state.ts";
import type { Paint } from "../theme.ts";

const MOST_ROWS = 6;

/** An error: what happened and the way out. It stays until a person puts it away. */
export function banner({ code, message, hint }: Told, width: number, paint: Paint): string[] {
  const inner = Math.max(width - 4, 4);
  const rows = [
    ...wrap(sanitise(`${message} [${code}]`), inner).map((text, at) =>
      row([" ", ["bad", at === 0 ? "! " : "  "], ["strong", text]], width, paint),
    ),
    ...wrap(sanitise(`try: ${hint}`), inner).map((text) => row(["   ", text], width, paint)),
  ];
  return [...rows.slice(0, MOST_ROWS - 1), row(["   ", ["quiet", "esc puts this away"]], width, paint)];
}
