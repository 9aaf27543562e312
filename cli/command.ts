import { Command as OclifCommand } from "@oclif/core/command";
import { boolean } from "@oclif/core/flags";
import { OUTCOMES } from "./exit.ts";
import { formatError, type ToldError } from "./format/error.ts";
import { jsonDocument } from "./format/json.ts";
import { createStyle, type Style, wantsColour } from "./terminal/style.ts";

/** What a formatter needs to know of the place it prints to. */
export interface View {
  readonly columns: number;
  readonly style: Style;
  /** Milliseconds since the epoch, for ages; without it none is told. */
  readonly now?: number;
}

/** Columns where standard output is no terminal, or one that does not say. */
const DEFAULT_COLUMNS = 80;

/**
 * Base of every command: `--json`, and one way to answer. oclif's own JSON flag is not used: it colours
 * the document, drops falsy results and knows neither `schemaVersion` nor our errors.
 */
export abstract class Command extends OclifCommand {
  static override baseFlags = {
    json: boolean({ description: "print one JSON document instead of text", helpGroup: "GLOBAL" }),
  };

  /** Prints the answer: as the document of this kind, or as text for a person. */
  protected answer<T extends Readonly<Record<string, unknown>>>(
    json: boolean,
    kind: string,
    body: T,
    format: (body: T, view: View) => string,
  ): void {
    process.stdout.write(json ? jsonDocument(kind, body) : format(body, this.view()));
  }

  /** Tells of a part that could not be answered (in JSON the document holds it) and sets the exit code to the worst so far. */
  protected complain(json: boolean, error: ToldError): void {
    const { code } = OUTCOMES[error.kind];
    process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
    const { stderr, env } = process;
    if (!json) stderr.write(formatError(error, createStyle(wantsColour(env, stderr)), false));
  }

  /** The place that a stream prints to. */
  protected view(stream: NodeJS.WriteStream = process.stdout): View {
    const style = createStyle(wantsColour(process.env, stream));
    return { columns: stream.columns || DEFAULT_COLUMNS, style, now: Date.now() };
  }
}
