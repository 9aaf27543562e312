import { decide } from "../ledger/decide.ts";
import type { Projection } from "../ledger/projection.ts";
import { readState } from "../ledger/read-state.ts";
import { ledgerScope } from "../ledger/scoped-ledger.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { LedgerEvent } from "../ports/ledger.ts";

interface Commands {
  /** Those that a person let the QA engineer run. */
  readonly confirmed: readonly string[];
  /** The one that was shown last, by number of the change. */
  readonly shown: Readonly<Record<string, string>>;
}

/** Commands that a person was shown and confirmed, one stream a repository. */
const COMMANDS: Projection<Commands> = {
  kind: "command",
  v: 2,
  initial: { confirmed: [], shown: {} },
  apply(state, { type, data: { command, change } }) {
    if (typeof command !== "string") return state;
    if (type === "command.confirmed")
      return { ...state, confirmed: [...new Set([...state.confirmed, command])] };
    if (type !== "command.shown" || typeof change !== "string") return state;
    return { ...state, shown: { ...state.shown, [change]: command } };
  },
};

/** A yes is for the repository whose tests the command runs, and for no other that shares the ledger. */
function streamOf(repository: RepositoryName): string {
  return `command/${ledgerScope(repository)}`;
}

/** The change that a command runs the tests of. */
interface CommandOf {
  readonly repository: RepositoryName;
  readonly number: number;
}

type CommandsDeps = Pick<Deps, "ledger" | "clock" | "person">;

/** Whether a person confirmed exactly this command before. Errors: those of the ledger. */
export async function isConfirmed(
  { ledger }: Pick<Deps, "ledger">,
  repository: RepositoryName,
  command: string,
): Promise<boolean> {
  return (await readState(ledger, streamOf(repository), COMMANDS)).state.confirmed.includes(command);
}

/** Keeps that a command is what a person is shown for a change, instead of any before. Errors: those of the ledger. */
export async function showCommand(
  { ledger, clock }: Pick<Deps, "ledger" | "clock">,
  { repository, number }: CommandOf,
  command: string,
): Promise<void> {
  const change = String(number);
  const data = { change, command, at: new Date(clock.now()).toISOString() };
  const event: LedgerEvent = { type: "command.shown", v: 1, data };
  await decide(ledger, streamOf(repository), COMMANDS, ({ state }) => ({
    events: state.shown[change] === command ? [] : [event],
    answer: null,
  }));
}

/**
 * Keeps that a person confirmed a command, once; false, and nothing is kept, where another one, or none, was shown for
 * the change last: a yes is to what was read. Errors: those of the ledger.
 */
export async function confirmCommand(
  { ledger, clock, person }: CommandsDeps,
  { repository, number }: CommandOf,
  command: string,
): Promise<boolean> {
  const change = String(number);
  const data = { command, by: await person.name(), at: new Date(clock.now()).toISOString() };
  const event: LedgerEvent = { type: "command.confirmed", v: 1, data };
  const { answer } = await decide(ledger, streamOf(repository), COMMANDS, ({ state }) => {
    if (state.confirmed.includes(command)) return { events: [], answer: true };
    const wasShown = state.shown[change] === command;
    return { events: wasShown ? [event] : [], answer: wasShown };
  });
  return answer;
}
