import { type RequestOutcome, shellWord } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

type ByHand = NonNullable<RequestOutcome["byHand"]>;

/** Where a request is that no forge merges, and the commands by which a person does; nothing where there is none. */
export function formatByHand(byHand: RequestOutcome["byHand"], { columns, style }: View): string[] {
  if (byHand === null) return [];
  return [
    ...wrap(sanitise(byHandWords(byHand)), columns),
    // In one piece, so that it can be copied.
    ...byHandCommands(byHand).map((command) => `  ${style.bold(sanitise(command))}`),
  ];
}

/** Where it is, in a sentence that the commands follow. */
export function byHandWords({ remote, branch, into }: ByHand): string {
  return `It stands on the branch ${branch} at ${remote}, which opens no pull requests. Whoever wants it merges it in a clone with ${into} checked out:`;
}

/** The commands, each as a shell takes it. */
export function byHandCommands({ commands }: ByHand): readonly string[] {
  return commands.map((command) => command.map(shellWord).join(" "));
}
