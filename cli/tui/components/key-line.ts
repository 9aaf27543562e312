import { displayWidth } from "../../terminal/width.ts";
import { type Part, row } from "../cells.ts";
import { type Binding, KEYS, keyName } from "../keymap.ts";
import { isTop, scopesOf, whyNot } from "../scopes.ts";
import type { State } from "../state.ts";
import type { Paint } from "../theme.ts";

/** The last row: what was just said, else the keys that do something now; `?` always has its place. */
export function keyLine(state: State, width: number, paint: Paint): string {
  if (state.notice !== null) return row([" ", ["warn", state.notice]], width, paint);
  const scopes = scopesOf(state);
  const shown = KEYS.filter(({ scope, short }) => short !== null && scopes.includes(scope)).filter(
    (binding) => whyNot(state, binding) === null && !(binding.action === "back" && isTop(state)),
  );
  const last = shown.filter(({ action }) => action === "help");
  const rest = shown.filter(({ action }) => action !== "help");
  let room = width - 1 - columnsOf(last);
  const fitting = rest.filter((binding) => {
    room -= columnsOf([binding]);
    return room >= 0;
  });
  return row([" ", ...[...fitting, ...last].flatMap(tell)], width, paint);
}

function tell({ keys, short }: Binding): Part[] {
  return [["strong", keyName(keys[0] ?? "")], ` ${short}  `];
}

function columnsOf(bindings: readonly Binding[]): number {
  return bindings.reduce(
    (sum, { keys, short }) => sum + displayWidth(keyName(keys[0] ?? "")) + displayWidth(short ?? "") + 3,
    0,
  );
}
