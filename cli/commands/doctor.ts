import { dispatch, doctor } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { EXIT } from "../exit.ts";
import { formatDiagnosis } from "../format/diagnosis.ts";

export default class Doctor extends Command {
  static override summary = "Check the set-up and name what mends it.";
  static override description =
    "Looks at Node, git, the repository, the ledger, the terminal, CI, the settings, the files of records and proposals, the runs that wait and whether git tracks secrets; changes nothing. Ends with 1 when a check fails.";
  static override examples = [
    { description: "Is everything in place?", command: "<%= config.bin %> doctor" },
    { description: "For a bug report", command: "<%= config.bin %> doctor --json" },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(Doctor);
    const diagnosis = await dispatch(doctor, compose(), {});
    this.answer(flags.json, "diagnosis", diagnosis, formatDiagnosis);
    process.exitCode = diagnosis.healthy ? EXIT.ok : EXIT.no;
  }
}
