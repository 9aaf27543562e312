import type { Check } from "../ci/check.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { Carried } from "./carried.ts";
import { confirmCommand, isConfirmed, showCommand } from "./confirmed-commands.ts";
import type { Engagement } from "./engagement.ts";
import { findTestCommand, type TestCommand } from "./test-command.ts";

/** The command that may be run; null where none is known. */
export type CommandChoice =
  | { readonly kind: "chosen"; readonly command: TestCommand | null }
  | Extract<Carried, { kind: "unconfirmed" }>;

/**
 * The command that runs the tests, once a person has said that it may: by the settings, before, or now. Now is only
 * for the very command that was shown for the change last; any other one is to be shown first. Errors: those of the
 * forge, git and the ledger.
 */
export async function chooseCommand(
  deps: Pick<Deps, "forge" | "changeBranch" | "ledger" | "clock" | "person">,
  { read, sight, config, choices }: Engagement,
  failed: readonly Check[],
): Promise<CommandChoice> {
  const { repository: of, number } = read.run.change;
  const repository = of as RepositoryName;
  const command = await findTestCommand(deps, { repository, head: sight.head, failed, config });
  if (command === null || command.isSet || (await isConfirmed(deps, repository, command.command)))
    return { kind: "chosen", command };
  const change = { repository, number };
  if (choices.confirms && (await confirmCommand(deps, change, command.command)))
    return { kind: "chosen", command };
  await showCommand(deps, change, command.command);
  return { kind: "unconfirmed", command };
}
