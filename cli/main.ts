import type { Interfaces } from "@oclif/core";
// Loaded now because loading it adds a listener to standard output (see below).
import "@oclif/core/command";
import { run } from "@oclif/core/run";
import { explainFailure } from "./failure.ts";
import { packageJson } from "./package-json.ts";
import { assayPlugin } from "./plugin.ts";
import { printFailure } from "./print.ts";
import { quietSqliteWarning } from "./quiet-sqlite.ts";

/**
 * Runs one command line through oclif: never throws and never calls `process.exit`, so that output which
 * is still in a pipe arrives whole. The outcome is in `process.exitCode`.
 */
export async function main(
  argv: readonly string[],
  manifest: Interfaces.Manifest,
  root: string,
): Promise<void> {
  const fail = (error: unknown) => {
    process.exitCode = printFailure(explainFailure(error, argv, Object.keys(manifest.commands)), argv);
  };
  process.on("uncaughtException", fail);
  quietSqliteWarning(process);
  // oclif's own listener throws whatever it does not know.
  process.stdout.removeAllListeners("error");
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // `assay … | head -1`: the reader has seen enough, which is no error of ours.
    if (error.code !== "EPIPE") fail(error);
  });
  // Nowhere is left to tell of it; the exit code still says what happened.
  process.stderr.on("error", () => {});
  try {
    const plugin = assayPlugin(manifest, root);
    await run([...argv], {
      root,
      pjson: packageJson,
      plugins: new Map([[plugin.name, plugin]]),
      logger: silentLogger,
    });
  } catch (error) {
    fail(error);
  }
}

/** oclif's own debug output would load a package at every start. */
const silentLogger: Interfaces.Logger = {
  namespace: "assay",
  child: () => silentLogger,
  debug: () => {},
  error: () => {},
  info: () => {},
  trace: () => {},
  warn: () => {},
};
