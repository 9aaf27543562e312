import { string } from "@oclif/core/args";
import { boolean } from "@oclif/core/flags";
import {
  type AnyOperation,
  AssayError,
  type Call,
  type Deps,
  dispatch,
  FUNCTIONS,
  readCall,
  readLines,
  readWholeText,
} from "#knowledge";
import { closest } from "../../closest.ts";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT, OUTCOMES } from "../../exit.ts";
import { jsonDocument, jsonLine } from "../../format/json.ts";

/** What agents call. */
const CALLED: readonly AnyOperation[] = FUNCTIONS;

/** What a call came to. */
interface Answer {
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Exit code that it would have alone. */
  readonly code: number;
}

export default class QaCall extends Command {
  static override summary = "Send calls of the function surface.";
  static override description =
    "Reads one JSON document: {function, request_id, target, payload, preconditions, options}, and prints the response {success, result, warnings, errors, event_ids} as one JSON document. The same function and request_id get the first response and are done once. preconditions.expected_seq refuses where the subject moved on; options.dry_run writes nothing. Who acts is known by the host: an actor in the document is read over, and the response says so. `assay atlas --json` prints what each function takes and gives. Exit 0 on success, 1 where it is refused, 2 where the document is not one. With --lines each line is such a document and is answered by one line that tells its number, before the next is read; a line that cannot be carried out is answered by its error and those below it go on; the exit code is the highest of any line.";
  static override examples = [
    {
      description: "From standard input",
      command: `echo '{"function":"qa.requirement.list","target":{"kind":"item","item_id":"SHOP-12"},"payload":{}}' | <%= config.bin %> qa call`,
    },
    { description: "From a file", command: "<%= config.bin %> qa call request.json" },
    {
      description: "A call a line, up to the first that is not carried out",
      command: "<%= config.bin %> qa call --lines --stop-on-refusal requests.ndjson",
    },
  ];
  static override args = {
    file: string({ description: "the document; `-` is standard input", default: "-", ignoreStdin: true }),
  };
  static override flags = {
    lines: boolean({ description: "one document a line, each answered as one line" }),
    "stop-on-refusal": boolean({
      description: "carry out no line after one that was refused or failed",
      dependsOn: ["lines"],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(QaCall);
    const deps = compose();
    if (flags.lines) return answerLines(deps, args.file, flags["stop-on-refusal"]);
    const { kind, body, code } = await answerTo(
      deps,
      readCall(await readWholeText(deps.sources, args.file), args.file),
    );
    process.stdout.write(jsonDocument(kind, body));
    process.exitCode = code;
  }
}

/** Answers a file's lines one after the other, until it ends or nobody reads the answers any more. */
async function answerLines(deps: Deps, file: string, mayStop: boolean): Promise<void> {
  for await (const { number, text } of readLines(deps.sources.raw(file), file)) {
    const { kind, body, code } = await answerOrError(deps, text, `${file}:${number}`);
    process.exitCode = Math.max(Number(process.exitCode ?? EXIT.ok), code);
    const isRead = await arrives(jsonLine(kind, { line: number, ...body }));
    if (!isRead || (mayStop && code !== EXIT.ok)) return;
  }
}

async function answerOrError(deps: Deps, text: string, place: string): Promise<Answer> {
  try {
    return await answerTo(deps, readCall(text, place));
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { code, kind, message, hint, data } = error;
    return {
      kind: "error",
      body: { error: { code, kind, message, hint, data } },
      code: OUTCOMES[error.kind].code,
    };
  }
}

async function answerTo(deps: Deps, call: Call): Promise<Answer> {
  const operation = CALLED.find(({ id }) => id === call.function);
  if (operation === undefined) {
    const near = closest(
      call.function,
      CALLED.map(({ id }) => id),
    );
    const suggestion =
      near.length === 0 ? "" : `did you mean ${near.map((id) => `\`${id}\``).join(" or ")}? `;
    throw new AssayError("function_unknown", { function: call.function, suggestion });
  }
  const response = (await dispatch(operation, deps, call.request)) as {
    readonly success: boolean;
    readonly warnings: readonly unknown[];
  };
  return {
    kind: call.function,
    body: { ...response, warnings: [...response.warnings, ...call.warnings] },
    code: response.success ? EXIT.ok : EXIT.no,
  };
}

/** Writes to standard output; false where its reader went away. */
function arrives(text: string): Promise<boolean> {
  return new Promise((done) => {
    process.stdout.write(text, (error) => done(error === undefined || error === null));
  });
}
