import type { ReadyWorked } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatWorked } from "./change-worked.ts";

/** What the work on each ready change came to. */
export function formatReadyWorked({ repositories, changes }: ReadyWorked, view: View): string {
  const say = (text: string) => `${wrap(sanitise(text), view.columns).join("\n")}\n`;
  if (repositories.length === 0) return say("No remote of this clone is a repository of the forge.");
  if (changes.length === 0) return say(`No change of ${repositories.join(", ")} is ready.`);
  return changes
    .map(({ repository, number, worked, problem }) =>
      worked === null
        ? say(`${repository}#${number} was not worked on: ${problem?.problem ?? "no reason is known"}`)
        : formatWorked(worked, view),
    )
    .join("\n");
}
