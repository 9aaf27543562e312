import { string } from "@oclif/core/args";
import { type AnyOperation, AssayError, dispatch, OPERATIONS, readCall, readWholeText } from "#knowledge";
import { closest } from "../../closest.ts";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { jsonDocument } from "../../format/json.ts";

/** What agents call: everything that takes the envelope. */
const FUNCTIONS: readonly AnyOperation[] = OPERATIONS.filter(({ id }) => /^(?:qa|item|seat)\./.test(id));

export default class QaCall extends Command {
  static override summary = "Send one call of the function surface.";
  static override description =
    "Reads one JSON document: {function, request_id, target, payload, preconditions, options}, and prints the response {success, result, warnings, errors, event_ids} as one JSON document. The same function and request_id get the first response and are done once. preconditions.expected_seq refuses where the subject moved on; options.dry_run writes nothing. Who acts is known by the host: an actor in the document is read over, and the response says so. `assay atlas --json` prints what each function takes and gives. Exit 0 on success, 1 where it is refused, 2 where the document is not one.";
  static override examples = [
    {
      description: "From standard input",
      command: `echo '{"function":"qa.requirement.list","target":{"kind":"item","item_id":"SHOP-12"},"payload":{}}' | <%= config.bin %> qa call`,
    },
    { description: "From a file", command: "<%= config.bin %> qa call request.json" },
  ];
  static override args = {
    file: string({ description: "the document; `-` is standard input", default: "-", ignoreStdin: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(QaCall);
    const deps = compose();
    const call = readCall(await readWholeText(deps.sources, args.file), args.file);
    const operation = FUNCTIONS.find(({ id }) => id === call.function);
    if (operation === undefined) {
      const near = closest(
        call.function,
        FUNCTIONS.map(({ id }) => id),
      );
      const suggestion =
        near.length === 0 ? "" : `did you mean ${near.map((id) => `\`${id}\``).join(" or ")}? `;
      throw new AssayError("function_unknown", { function: call.function, suggestion });
    }
    const response = (await dispatch(operation, deps, call.request)) as {
      readonly success: boolean;
      readonly warnings: readonly unknown[];
    };
    const warnings = [...response.warnings, ...call.warnings];
    process.stdout.write(jsonDocument(call.function, { ...response, warnings }));
    process.exitCode = response.success ? EXIT.ok : EXIT.no;
  }
}
