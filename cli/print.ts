import { OUTCOMES } from "./exit.ts";
import type { Failure } from "./failure.ts";
import { formatError } from "./format/error.ts";
import { jsonDocument } from "./format/json.ts";
import { createStyle, wantsColour } from "./terminal/style.ts";

/** True where the person asked for JSON, also when the command line could not be parsed. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--json");
}

/**
 * Tells of a failure and returns the exit code: as the one JSON document on standard output where JSON is
 * wanted (unless that output is what failed), else on standard error.
 */
export function printFailure(failure: Failure, argv: readonly string[]): number {
  if (failure.kind === "exit") return failure.code;
  const { error } = failure;
  const debug = Boolean(process.env.ASSAY_DEBUG || process.env.DEBUG);
  if (wantsJson(argv) && error.code !== "output_unwritable") {
    const { code, kind, message, hint, data } = error;
    process.stdout.write(jsonDocument("error", { error: { code, kind, message, hint, data } }));
    if (debug) process.stderr.write(formatError(error, createStyle(false), debug));
  } else {
    process.stderr.write(formatError(error, createStyle(wantsColour(process.env, process.stderr)), debug));
  }
  return OUTCOMES[error.kind].code;
}
