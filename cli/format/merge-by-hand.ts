import { type RequestOutcome, shellWord } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

/** Where a request is that no forge merges, and the commands by which a person does; nothing where there is none. */
export function formatByHand(byHand: RequestOutcome["byHand"], { columns, style }: View): string[] {
  if (byHand === null) return [];
  const { remote, branch, into, commands } = byHand;
  const said = `It stands on the branch ${branch} at ${remote}, which opens no pull requests. Whoever wants it merges it in a clone with ${into} checked out:`;
  return [
    ...wrap(sanitise(said), columns),
    // In one piece, so that it can be copied.
    ...commands.map((command) => `  ${style.bold(sanitise(command.map(shellWord).join(" ")))}`),
  ];
}
