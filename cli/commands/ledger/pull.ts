import { boolean } from "@oclif/core/flags";
import { dispatch, ledgerPull } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatPulled } from "../../format/ledger.ts";
import { remoteFlag } from "../../ledger-flags.ts";

export default class LedgerPull extends Command {
  static override summary = "Take in what the team's shared ledger has.";
  static override description =
    "Reads refs/assay/ledger of a git remote and puts what is new there before what was not pushed from here. What was recorded here and no longer holds (somebody else was first to claim, to move, to waive) is set aside by name, never dropped: `assay ledger status` shows it. Everything new is checked before the first of it is taken.";
  static override examples = [
    { description: "From the remote of the settings, or origin", command: "<%= config.bin %> ledger pull" },
    { description: "What would happen", command: "<%= config.bin %> ledger pull --dry-run" },
  ];
  static override flags = {
    ...remoteFlag,
    "dry-run": boolean({ description: "tell what would be taken in, and change nothing" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(LedgerPull);
    const { remote, "dry-run": dry_run } = flags;
    const pulled = await dispatch(ledgerPull, compose(), { remote, dry_run });
    this.answer(flags.json, "ledger-pulled", pulled, formatPulled);
  }
}
