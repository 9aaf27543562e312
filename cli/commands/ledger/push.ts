import { boolean } from "@oclif/core/flags";
import { dispatch, ledgerPush } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatPushed } from "../../format/ledger.ts";
import { remoteFlag } from "../../ledger-flags.ts";

export default class LedgerPush extends Command {
  static override summary = "Bring what was recorded here to the team's shared ledger.";
  static override description =
    "Appends to refs/assay/ledger of a git remote, if it still stands where it was read; where others pushed first, theirs is taken in and the rest is decided again. Items, executions, seats, rulings, money, changes, watches, sweeps and requests are shared, and of runs those whose learning is done. A pre-push hook of the clone runs.";
  static override examples = [
    { description: "To the remote of the settings, or origin", command: "<%= config.bin %> ledger push" },
    { description: "To another one", command: "<%= config.bin %> ledger push --remote upstream" },
  ];
  static override flags = {
    ...remoteFlag,
    "dry-run": boolean({ description: "tell what would be pushed, and change nothing" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(LedgerPush);
    const { remote, "dry-run": dry_run } = flags;
    const pushed = await dispatch(ledgerPush, compose(), { remote, dry_run });
    this.answer(flags.json, "ledger-pushed", pushed, formatPushed);
  }
}
