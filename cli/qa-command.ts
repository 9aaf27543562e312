import type { QaResponse } from "#knowledge";
import { Command, type View } from "./command.ts";
import { EXIT } from "./exit.ts";
import { formatRefused, formatWarnings } from "./format/qa/response.ts";

/** Base of the commands that send one call of the function surface: with `--json` they print its whole response. */
export abstract class QaCommand extends Command {
  /** Prints the response and ends with 1 where it was refused. */
  protected respond<Result>(
    json: boolean,
    kind: string,
    response: QaResponse<Result>,
    format: (result: Result, view: View) => string,
  ): void {
    const { success, result, warnings, errors, event_ids } = response;
    process.exitCode = success ? EXIT.ok : EXIT.no;
    if (json) {
      this.answer(json, kind, { success, result, warnings, errors, event_ids }, () => "");
      return;
    }
    const stderr = this.view(process.stderr);
    process.stderr.write(formatWarnings(warnings, stderr));
    process.stdout.write(
      success && result !== null ? format(result, this.view()) : formatRefused(errors, this.view()),
    );
  }
}
