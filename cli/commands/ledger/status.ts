import { dispatch, ledgerStatus } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatLedgerStatus } from "../../format/ledger.ts";
import { remoteFlag } from "../../ledger-flags.ts";

export default class LedgerStatus extends Command {
  static override summary = "Tell how this clone stands to the team's shared ledger.";
  static override description =
    "Says whether all that the remote has was taken in, what was recorded here and not pushed, and what was set aside because somebody else was first; with --json whole. A remote that cannot be reached is told, not an error.";
  static override examples = [{ description: "Now", command: "<%= config.bin %> ledger status" }];
  static override flags = remoteFlag;

  async run(): Promise<void> {
    const { flags } = await this.parse(LedgerStatus);
    const status = await dispatch(ledgerStatus, compose(), { remote: flags.remote });
    this.answer(flags.json, "ledger-status", status, formatLedgerStatus);
  }
}
