import { dispatch, watchList } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatWatchList } from "../../format/watch-list.ts";

export default class WatchList extends Command {
  static override summary = "List the default branches that are watched.";
  static override description =
    "A row for each repository of `watch.products` in the settings: its branch, what CI says of the tip and since when, open failures and our open issues. Read from the ledger; the forge is not asked. A look that sees nothing new leaves no trace, so the time is that of the last change.";
  static override examples = [{ description: "All of them", command: "<%= config.bin %> watch list" }];

  async run(): Promise<void> {
    const { flags } = await this.parse(WatchList);
    this.answer(flags.json, "watch-list", await dispatch(watchList, compose(), {}), formatWatchList);
  }
}
