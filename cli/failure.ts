import { AssayError } from "#knowledge";
import { unknownCommand } from "./unknown-command.ts";

/** A command line that ended early: with an error, or because oclif was asked to leave (`code`). */
export type Failure =
  | { readonly kind: "error"; readonly error: AssayError }
  | { readonly kind: "exit"; readonly code: number };

/** oclif marks its own errors with this property; those that are about the command line also carry `parse`. */
interface OclifError extends Error {
  readonly oclif: { readonly exit?: number };
}

/** Translates whatever was thrown: oclif's errors are the person's usage, foreign ones are ours. */
export function explainFailure(
  error: unknown,
  argv: readonly string[],
  commandIds: readonly string[],
): Failure {
  if (error instanceof AssayError) return { kind: "error", error };
  if (isOclifError(error)) {
    if ("code" in error && error.code === "EEXIT") return { kind: "exit", code: error.oclif.exit ?? 0 };
    return { kind: "error", error: usageError(error, argv, commandIds) };
  }
  if (isWriteError(error))
    return {
      kind: "error",
      error: new AssayError("output_unwritable", { reason: error.code ?? error.message }, error),
    };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "error", error: new AssayError("internal", { problem: message }, error) };
}

function usageError(error: OclifError, argv: readonly string[], commandIds: readonly string[]): AssayError {
  const unknown = unknownCommand(argv, commandIds);
  if (unknown !== null) return new AssayError("command_unknown", { ...unknown }, error);
  const typed = `${argv.join(" ")} `;
  const commands = commandIds.map((id) => id.replaceAll(":", " ")).sort((a, b) => b.length - a.length);
  const command = commands.find((words) => typed.startsWith(`${words} `)) ?? "";
  const problem = error.message.replace("\nSee more help with --help", "");
  return new AssayError("usage_invalid", { problem, command: `assay ${command}`.trim() }, error);
}

function isOclifError(error: unknown): error is OclifError {
  return error instanceof Error && "oclif" in error;
}

/** A failed write of standard output (a full disk behind a redirection); everything else is translated where it happens. */
function isWriteError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && error.syscall === "write";
}
